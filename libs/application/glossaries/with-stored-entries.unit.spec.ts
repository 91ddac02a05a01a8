import { expect, it } from 'vitest';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { withStoredEntries } from './with-stored-entries.js';

const entries = [{ source: 'contract', target: 'contrato' }];

const leftAfter = async (error?: Error, suffix = ''): Promise<number> => {
  const blobs = new InMemoryBlobStore();
  const work = withStoredEntries(blobs, 'glo_1', entries, async ({ blobId }) => {
    expect(blobs.ids).toEqual([blobId]);
    if (error !== undefined) throw error;
    return { blobId: blobId + suffix };
  });
  if (error === undefined) await work;
  else await expect(work).rejects.toBe(error);
  return blobs.ids.length;
};

it('keeps the entries that an event names', async () => expect(await leftAfter()).toBe(1));

it('leaves nothing of entries that no event names', async () =>
  expect(await leftAfter(new EventStoreUnavailableError('away'))).toBe(0));

it('keeps what an event may name', async () => expect(await leftAfter(new AppendOutcomeUnknownError('away'))).toBe(1));

it('leaves nothing where an earlier attempt has kept them', async () =>
  expect(await leftAfter(undefined, '-earlier')).toBe(0));
