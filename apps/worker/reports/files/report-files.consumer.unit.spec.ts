import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import {
  recordReport,
  reportBlobId,
  reportCompleted,
  reportExpiresAt,
  reportId,
  reportRequested,
} from '#test/fakes/report-events.js';
import { sweepExpiredReports } from './report-expiry.js';
import { reportFiles } from './report-files.consumer.js';

let eventStore: InMemoryEventStore;

beforeEach(() => {
  eventStore = new InMemoryEventStore();
});

it('a report that is due expires in the name of who requested it, once', async () => {
  await recordReport(eventStore, reportRequested, {
    ...reportCompleted,
    data: { ...reportCompleted.data, expiresAt: '2026-01-01T00:00:00.000Z' },
  } as typeof reportCompleted);
  const commands = backgroundCommandsOn(eventStore);
  const sweep = sweepExpiredReports({ eventStore, commands, reports: { due: async () => [reportId, 'rep_unknown'] } });
  await sweep.handle(jobOf({}));
  await sweep.handle(jobOf({}));
  expect(eventStore.events.slice(2)).toMatchObject([
    { type: 'ReportExpired', data: { blobId: reportBlobId }, metadata: { actorType: 'system' } },
  ]);
});

it('the file of an expired report is removed, and no other, however often the event comes', async () => {
  const blobs = new InMemoryBlobStore();
  for (const id of [reportBlobId, 'another']) await blobs.put(id, Readable.from([Buffer.from('x')]));
  const [, , expired] = await recordReport(eventStore, reportRequested, reportCompleted, {
    type: 'ReportExpired',
    data: {
      reportId,
      organizationId: 'org_1',
      blobId: reportBlobId,
      expiresAt: reportExpiresAt,
      expiredAt: reportExpiresAt,
    },
  });
  if (expired === undefined) throw new Error('It has not expired');
  await reportFiles(blobs).handle(deliveryOf(expired));
  await reportFiles(blobs).handle(deliveryOf(expired, { attempt: 2 }));
  expect(blobs.ids).toEqual(['another']);
});
