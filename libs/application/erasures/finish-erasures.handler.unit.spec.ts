import { beforeEach, describe, expect, it } from 'vitest';
import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import type { ErasureEvent } from '#libs/domain/erasure/erasure.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { KeysNotPurgedError } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { Ports } from '#test/handler/handler-specification.js';
import { FinishErasures, FinishErasuresHandler } from './finish-erasures.handler.js';

const { organizationId } = uploaderMetadata;
let ports: Ports;
let subject: string;
let counted: unknown[];

beforeEach(async () => {
  ports = new Ports();
  counted = [];
  subject = await ports.subjectKeys.subjectFor(organizationId, 'usr_1');
  for (const erasureId of ['era_1', 'era_2']) {
    const requested: ErasureEvent = {
      type: 'ErasureRequested',
      data: { erasureId, organizationId, subjectType: 'user', subject, reason: 'x', requestedAt: '' },
    };
    const given = toNewEvents(erasureId, [requested], uploaderMetadata);
    await ports.eventStore.append(streamName(erasure.category, erasureId), given, 'no-stream');
  }
});

const finish = (purge?: () => Promise<void>, at = uploaderMetadata.occurredAt) => {
  const { eventStore, subjectKeys, keyVault, accounts } = ports;
  const keys = { destroy: subjectKeys.destroy.bind(subjectKeys), purge: purge ?? (() => subjectKeys.purge()) };
  const entries = {
    count: async (...asked: unknown[]) => {
      counted.push(asked);
      return 12;
    },
  };
  const metadata = { ...uploaderMetadata, occurredAt: at };
  const unfinished = ['era_1', 'era_2'].map(
    (erasureId) => ({ erasureId, subjectType: 'user', subject, metadata }) as const,
  );
  return new FinishErasuresHandler(eventStore, keys, keyVault, accounts, entries).execute(
    new FinishErasures(unfinished),
  );
};
const written = () =>
  ports.eventStore.events.slice(2).map(({ type, data }) => [type, data.failure ?? data.entriesAffected]);
const busy = async () => {
  throw new KeysNotPurgedError();
};

describe('FinishErasures', () => {
  it('the keys are destroyed and the store is purged once, before each erasure is completed', async () => {
    await finish();
    expect(await ports.subjectKeys.find(organizationId, 'usr_1')).toBeUndefined();
    expect([ports.accounts.purges, ports.subjectKeys.purges]).toEqual([1, 1]);
    expect(counted[0]).toEqual([organizationId, 'user', subject]);
    expect(written()).toEqual([
      ['ErasureCompleted', 12],
      ['ErasureCompleted', 12],
    ]);
  });

  it('a busy store is said once, and the next attempt completes', async () => {
    await finish(busy, '2026-11-23T08:00:00.000Z');
    await finish(busy, '2026-11-23T08:00:05.000Z');
    await finish(undefined, '2026-11-23T08:00:10.000Z');
    await finish(undefined, '2026-11-23T08:00:15.000Z');
    expect(written()).toEqual([
      ['ErasureFailed', 'key_store_busy'],
      ['ErasureFailed', 'key_store_busy'],
      ['ErasureCompleted', 12],
      ['ErasureCompleted', 12],
    ]);
  });

  it('a store that fails is said, and whoever runs the work learns of the error', async () => {
    const fail = async () => {
      throw new Error('no disk');
    };
    await expect(finish(fail)).rejects.toThrow('no disk');
    expect(written()[0]).toEqual(['ErasureFailed', 'key_store_failed']);
  });
});
