import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import type { DatabaseAddress } from '#libs/platform/postgres/database-address.js';
import { databaseAnswers } from '#libs/platform/postgres/database-answers.js';
import { dependencyBreaker } from '#libs/platform/process/dependency-breaker.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ProcessOptions } from './process/process.module.js';

/** Milliseconds; connections of callers are cut when the database takes longer, so it is generous. */
const probeLimitMs = 3_000;

/** Only the API has callers who wait: the work of the other roles waits for a dependency by itself. */
const hasCallers = ({ role }: ProcessOptions): boolean => role === 'api';

export const databaseBreaker = (process: ProcessOptions, { url }: DatabaseAddress): CircuitBreaker | undefined =>
  hasCallers(process)
    ? dependencyBreaker({ ...process, dependency: 'database', probe: () => databaseAnswers(url), probeLimitMs })
    : undefined;

/** `eventStore` is the engine itself, so that the breaker is not asked by its own probe. */
export const eventStoreBreaker = (
  process: ProcessOptions,
  { directUrl }: DatabaseAddress,
  eventStore: EventStore,
): CircuitBreaker | undefined => {
  if (!hasCallers(process)) return undefined;
  const isDatabase = process.settings.EVENTSTORE_URL === undefined;
  return dependencyBreaker({
    ...process,
    dependency: 'event_store',
    probeLimitMs,
    probe: () => (isDatabase ? databaseAnswers(directUrl) : eventStore.head()),
  });
};

/** Only a server can be away. A slow upload is no sign by itself, so the store is asked less eagerly. */
export const blobStoreBreaker = (process: ProcessOptions, blobs: BlobStore): CircuitBreaker | undefined =>
  hasCallers(process) && process.settings.S3_BUCKET !== undefined
    ? dependencyBreaker({
        ...process,
        dependency: 'blob_store',
        probe: () => blobs.check(),
        probeLimitMs,
        patienceMs: 2_000,
      })
    : undefined;
