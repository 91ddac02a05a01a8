import { expect, it } from 'vitest';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { withStoredEntries } from './with-stored-entries.js';

const entries = [{ source: 'contract', target: 'contrato' }];

const leftAfter = async (error?: Error, suffix = ''): Promise<number> => {
  const blobs = new InMemoryBlobStore();
  const work = withStoredEntries(blobs, 'glo_1', { entries, organizationId: 'org_1' }, async ({ blobId }) => {
    expect(blobs.ids).toEqual([blobId]);
    if (error !== undefined) throw error;
    return { blobId: blobId + suffix };
  });
  if (error === undefined) await work;
  else await expect(work).rejects.toBe(error);
  return blobs.ids.length;
};

it('entries that an event names are kept', async () => expect(await leftAfter()).toBe(1));

it('entries that no event names are removed', async () =>
  expect(await leftAfter(new EventStoreUnavailableError('away'))).toBe(0));

it('entries that an event may name are kept', async () =>
  expect(await leftAfter(new AppendOutcomeUnknownError('away'))).toBe(1));

it('entries are removed when an earlier attempt has stored its own', async () =>
  expect(await leftAfter(undefined, '-earlier')).toBe(0));
