import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { sourceBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { FileOwner } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { recordReport, reportBlobId, reportCompleted, reportRequested } from '#test/fakes/report-events.js';
import { storedBytesSweep } from './stored-bytes-sweep.js';

const entries = [{ source: 'contract', target: 'contrato' }];
const translationId = newId('trn');

let log: GlossaryFixture;
/** Files that the sweep has counted, with their organizations and sizes. */
let counted: Map<string, { organizationId: string; size: number }>;
let recounts: number;
let settledBefore: Date[];
let place: string | undefined;

beforeEach(() => {
  log = new GlossaryFixture();
  counted = new Map();
  recounts = 0;
  settledBefore = [];
  place = undefined;
});
afterEach(() => void vi.useRealTimers());

const put = (blobId: string) => log.blobs.put(blobId, Readable.from([Buffer.from('x')]));
const later = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 });

const sweep = (maxPages?: number) => {
  const blobs = Object.assign(log.blobs, { settleBegunBefore: async (time: Date) => void settledBefore.push(time) });
  return storedBytesSweep(
    {
      blobs,
      bytes: {
        uncounted: async (blobIds) => blobIds.filter((blobId) => !counted.has(blobId)),
        adopt: async ({ organizationId }: FileOwner, blobId, { size }) =>
          void counted.set(blobId, { organizationId, size }),
        recount: async () => {
          recounts += 1;
        },
      },
      eventStore: log.eventStore,
      documents: { ownersOfTranslations: async (ids) => new Map(ids.map((id) => [id, 'org_of_translation'])) },
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

it('a run that is bounded goes on where the one before stopped, and adds up the sums at the end', async () => {
  for (let number = 0; number < 501; number += 1) await put(newId('trn'));
  later();
  await sweep(1);
  expect([counted.size, recounts]).toEqual([500, 0]);
  await sweep();
  expect([counted.size, recounts, place]).toEqual([501, 1, undefined]);
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
