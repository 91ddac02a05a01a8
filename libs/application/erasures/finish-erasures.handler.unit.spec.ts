import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import type { ErasureEvent } from '#libs/domain/erasure/erasure.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { answerKeyKind } from '#libs/ports/idempotency/organization-keys.js';
import { KeysNotPurgedError } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { Ports } from '#test/handler/handler-specification.js';
import { FinishErasures, FinishErasuresHandler } from './finish-erasures.handler.js';

const { organizationId } = uploaderMetadata;
let ports: Ports;
let subject: string;
let counted: unknown[];
/** The organizations of the two erasures. */
let organizations: readonly [string, string];
let removing: (erasureId: string) => Promise<boolean>;

beforeEach(async () => {
  ports = new Ports();
  counted = [];
  organizations = [organizationId, organizationId];
  removing = async () => true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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

afterEach(() => vi.useRealTimers());

const finish = async (purge?: () => Promise<void>, at = uploaderMetadata.occurredAt) => {
  const { eventStore, subjectKeys, keyVault, accounts } = ports;
  const keys = { destroy: subjectKeys.destroy.bind(subjectKeys), purge: purge ?? (() => subjectKeys.purge()) };
  const entries = {
    count: async (...asked: unknown[]) => {
      counted.push(asked);
      return 12;
    },
  };
  const unfinished = ['era_1', 'era_2'].map((erasureId, index) => {
    const metadata = { ...uploaderMetadata, organizationId: organizations[index] ?? '', occurredAt: at };
    return { erasureId, subjectType: 'user', subject, metadata } as const;
  });
  const files = { remove: ({ erasureId }: { erasureId: string }) => removing(erasureId) };
  const handler = new FinishErasuresHandler(eventStore, keys, keyVault, accounts, entries, files);
  const ended = handler.execute(new FinishErasures(unfinished));
  ended.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(2_000);
  return ended;
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

  it('files are removed when no process opens anything of the subject any more, and answers of in between with them', async () => {
    const seen: unknown[] = [];
    const { eventStore, subjectKeys, keyVault, accounts } = ports;
    const files = {
      remove: async () => {
        seen.push('files', await keyVault.get(answerKeyKind, organizationId), subjectKeys.purges);
        return true;
      },
    };
    const entries = { count: async () => 0 };
    const handler = new FinishErasuresHandler(eventStore, subjectKeys, keyVault, accounts, entries, files);
    const metadata = uploaderMetadata;
    const ended = handler.execute(new FinishErasures([{ erasureId: 'era_1', subjectType: 'user', subject, metadata }]));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await subjectKeys.find(organizationId, 'usr_1')).toBeUndefined();
    expect(seen).toEqual([]);
    // Another process has known the key until now.
    await keyVault.getOrCreate(answerKeyKind, organizationId);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(seen).toEqual(['files', undefined, 0]);
  });

  it('files of an organization are removed once for all of its erasures, in the name of the newest', async () => {
    const asked: string[] = [];
    removing = async (erasureId) => {
      asked.push(erasureId);
      return true;
    };
    await finish();
    expect(asked).toEqual(['era_2']);
    expect(written()).toHaveLength(2);
  });

  it('an erasure with a file that is still written waits, and holds up no other organization', async () => {
    organizations = [organizationId, 'org_2'];
    removing = async (erasureId) => erasureId === 'era_2';
    await finish();
    expect(written()).toEqual([['ErasureCompleted', 12]]);
    expect(ports.eventStore.events.at(-1)?.data).toMatchObject({ erasureId: 'era_2' });
    removing = async () => true;
    await finish(undefined, '2026-11-23T08:00:05.000Z');
    expect(written()).toHaveLength(2);
  });

  it('while files of all of them are still there, nothing is purged and nothing completed', async () => {
    removing = async () => false;
    await finish();
    expect([ports.subjectKeys.purges, written()]).toEqual([0, []]);
  });

  it('files that cannot be removed leave their erasure as it is, and whoever runs the work learns of the error', async () => {
    organizations = [organizationId, 'org_2'];
    removing = async (erasureId) => {
      if (erasureId === 'era_1') throw new Error('no blob store');
      return true;
    };
    await expect(finish()).rejects.toThrow('no blob store');
    expect(written()).toEqual([['ErasureCompleted', 12]]);
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
