import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { convertedBlobOf, sourceBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { BlobCorruptError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { FileOwner } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { recordReport, reportBlobId, reportCompleted, reportRequested } from '#test/fakes/report-events.js';
import { stream } from '#test/handler/handler-specification.js';
import { storedBytesSweep } from './stored-bytes-sweep.js';

const entries = [{ source: 'contract', target: 'contrato' }];
const translationId = newId('trn');

let log: GlossaryFixture;
/** Files that the sweep has counted, with their organizations and sizes. */
let counted: Map<string, { organizationId: string; size: number }>;
let recounts: number;
let settledBefore: Date[];
let place: string | undefined;
let isUnfinished: boolean;
/** Files whose reservation the sweep keeps. */
let awaited: string[];
/** Files that keep the content of deleted ones. */
let left: { blobId: string; documentId: string }[];
let areRemovalsAllowed: boolean;

beforeEach(() => {
  log = new GlossaryFixture();
  counted = new Map();
  recounts = 0;
  settledBefore = [];
  place = undefined;
  isUnfinished = false;
  awaited = [];
  left = [];
  areRemovalsAllowed = true;
});
afterEach(() => void vi.useRealTimers());

const put = (blobId: string) => log.blobs.put(blobId, Readable.from([Buffer.from('x')]));
const later = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });

const sweep = (maxPages?: number) => {
  const settleBegunBefore: CountedBlobStore['settleBegunBefore'] = async (time, _signal, isAwaited) => {
    settledBefore.push(time);
    for (const blobId of [translationId, reportBlobId]) if (await isAwaited?.(blobId)) awaited.push(blobId);
  };
  const blobs = Object.assign(log.blobs, { settleBegunBefore });
  return storedBytesSweep(
    {
      blobs,
      bytes: {
        uncounted: async (blobIds) => blobIds.filter((blobId) => !counted.has(blobId)),
        adopt: async ({ organizationId }: FileOwner, blobId, { size }) =>
          void counted.set(blobId, { organizationId, size }),
        sharersOfReleased: async () => left,
        recount: async () => {
          recounts += 1;
        },
      },
      eventStore: log.eventStore,
      documents: {
        ownersOfTranslations: async (ids) => new Map(ids.map((id) => [id, 'org_of_translation'])),
        isUnfinished: async () => isUnfinished,
      },
      removals: { areAllowed: async () => areRemovalsAllowed },
      place: {
        read: async () => place,
        save: async (after) => {
          place = after;
        },
        clear: async () => {
          place = undefined;
        },
      },
    },
    maxPages,
  ).handle(jobOf({}));
};

it('files that are not counted are counted for the organization whose log names what they belong to', async () => {
  await log.create(entries);
  await recordReport(log.eventStore, reportRequested, reportCompleted);
  await put(reportBlobId);
  await put(translationId);
  later();
  await sweep();
  const organizations = [...counted].map(([blobId, { organizationId }]) => [blobId.slice(0, 3), organizationId]);
  expect(organizations.sort()).toEqual([
    ['glo', 'org_1'],
    ['rep', 'org_1'],
    ['trn', 'org_of_translation'],
  ]);
  expect(counted.get(reportBlobId)?.size).toBe(1);
  expect(recounts).toBe(1);
});

it('what belongs to nothing, and what may still be written, is left', async () => {
  await storeEntries(log.blobs, newId('glo'), entries, 'org_1');
  await put(sourceBlobOf(newId('doc')));
  await put('of-another-kind');
  later();
  await log.create(entries, { glossaryId });
  await sweep();
  expect(counted.size).toBe(0);
  expect(settledBefore).toEqual([new Date(Date.now() - 3_600_000)]);
});

it('what is reserved for a translation that has not ended is kept, however long it waits', async () => {
  isUnfinished = true;
  await sweep();
  expect(awaited).toEqual([translationId]);
  isUnfinished = false;
  await sweep();
  expect(awaited).toEqual([translationId]);
});

it('a run that is bounded goes on where the one before stopped, and adds up the sums at the end', async () => {
  for (let number = 0; number < 501; number += 1) await put(newId('trn'));
  later();
  await sweep(1);
  expect([counted.size, recounts]).toEqual([500, 0]);
  await sweep();
  expect([counted.size, recounts, place]).toEqual([501, 1, undefined]);
});

it('a file that cannot be read does not keep the others from being counted', async () => {
  await put(translationId);
  const damaged = newId('trn');
  await put(damaged);
  later();
  const { stat } = log.blobs;
  vi.spyOn(log.blobs, 'stat').mockImplementation(async (id) => {
    if (id === damaged) throw new BlobCorruptError(id);
    return stat.call(log.blobs, id);
  });
  await sweep();
  expect([[...counted.keys()], recounts]).toEqual([[translationId], 1]);
});

it('a file that is deleted while it is being counted is not counted', async () => {
  await put(translationId);
  later();
  const removed: string[] = [];
  vi.spyOn(log.blobs, 'delete').mockImplementation(async (id) => void removed.push(id));
  const { stat } = log.blobs;
  let looks = 0;
  vi.spyOn(log.blobs, 'stat').mockImplementation(async (id) => {
    looks += 1;
    return stat.call(log.blobs, looks === 1 ? id : 'gone');
  });
  await sweep();
  expect(removed).toEqual([translationId]);
});

it('what was left of a deleted document beside the content of its file is removed, where the log is the right one', async () => {
  const deleted = stream(document, documentId, uploaded, translationRequested, documentDeleted);
  await log.eventStore.append(deleted.name, toNewEvents('given', deleted.events, uploaderMetadata), 'no-stream');
  const active = newId('doc');
  const other = stream(document, active, {
    ...uploaded,
    data: { ...uploaded.data, documentId: active },
  } as DocumentEvent);
  await log.eventStore.append(other.name, toNewEvents('other', other.events, uploaderMetadata), 'no-stream');
  const ofDeleted = convertedBlobOf(documentId, translationId, 'txt');
  const ofActive = convertedBlobOf(active, translationId, 'txt');
  left = [
    { blobId: ofDeleted, documentId },
    { blobId: ofActive, documentId: active },
  ];
  for (const { blobId } of left) await put(blobId);
  areRemovalsAllowed = false;
  await sweep();
  expect(log.blobs.ids).toEqual([ofDeleted, ofActive]);
  areRemovalsAllowed = true;
  await sweep();
  expect(log.blobs.ids).toEqual([ofActive]);
});
