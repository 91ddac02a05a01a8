import type { Settings } from '#libs/platform/config/settings.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { Foundation } from './foundation.js';
import type { ProcessOptions } from './process/process.module.js';
import { serverChecks } from './server-checks.js';

const failingWith = async (reason: string, work: () => Promise<unknown>): Promise<void> => {
  await work().catch(() => {
    throw new Error(reason);
  });
};

const service = (name: string, check: () => Promise<unknown>, isVital = false): Dependency => ({
  name,
  code: 'service_unavailable',
  isVital,
  check,
});

const checkInference = async (inference: InferenceEngine): Promise<void> => {
  const { ready, reason } = await inference.health();
  if (!ready) throw new Error(reason ?? 'The translation engine is not ready.');
};

interface Opened {
  role: ProcessOptions['role'];
  foundation: Pick<Foundation, 'pool' | 'eventStore'>;
  blobs?: BlobStore;
  inference?: InferenceEngine;
}

/**
 * The dependencies of a role under these settings, each with a check whether it can be used now. No role does anything
 * without PostgreSQL, which has the keys and the checkpoints. Without the event store the API answers reads from the
 * read models; worker and projector have nothing to do, since all that they do follows from events or makes some.
 */
export const dependenciesOf = (settings: Settings, { role, foundation, blobs, inference }: Opened): Dependency[] => {
  const servers = new Map(serverChecks(settings).map(({ dependency, check }) => [dependency, check]));
  /** A server may answer before the connection that this process holds to it is back: appends go over that one. */
  const checkEventStore = async (): Promise<void> => {
    await servers.get('event_store')?.();
    await failingWith('The event store does not answer.', () => foundation.eventStore.head());
  };
  const dependencies = [
    service(
      'database',
      () => failingWith('PostgreSQL does not answer.', () => foundation.pool.query('select 1')),
      true,
    ),
    service('event_store', checkEventStore, role !== 'api'),
  ];
  for (const name of ['message_bus', 'redis'] as const) {
    const check = servers.get(name);
    if (check !== undefined) dependencies.push(service(name, check));
  }
  if (blobs !== undefined) dependencies.push(service('blob_store', () => blobs.check()));
  if (inference !== undefined) {
    dependencies.push({
      name: 'inference',
      code: 'model_unavailable',
      isVital: false,
      check: () => checkInference(inference),
    });
  }
  return dependencies;
};
