import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { keyKind } from '#libs/ports/blob-store/blob-encoding.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import {
  recordReport,
  reportBlobId,
  reportCompleted,
  reportFailed,
  reportId,
  reportRequested,
} from '#test/fakes/report-events.js';
import { reportLease } from '../reports/report-lease.js';
import { newReportBlob, reportOfBlob } from '../reports/stored-report.js';
import { ReportFiles } from './report-files.js';

const { organizationId } = uploaderMetadata;
let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let keys: InMemoryKeyVault;
let leases: InMemoryLeases;
let generating: string[];
let looking: () => Promise<string[]>;

beforeEach(() => {
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  keys = new InMemoryKeyVault();
  leases = new InMemoryLeases();
  generating = [];
  looking = async () => generating;
});

/** Puts a file as a blob store does, with a key of its own. */
const put = async (id: string): Promise<void> => {
  await keys.getOrCreate(keyKind, id);
  await blobs.put(id, Readable.from([Buffer.from('x')]));
};
const files = () =>
  new ReportFiles({
    eventStore,
    blobs: {
      delete: async (id) => {
        await keys.destroy(keyKind, id);
        await blobs.delete(id);
      },
    },
    keys,
    leases,
    reports: {
      generating: async () => looking(),
      ofOrganization: async (organization, ids) => (organization === organizationId ? [...ids] : []),
    },
  });
const remove = (erasureId = 'era_1') => files().remove({ erasureId, metadata: uploaderMetadata });
const state = async () => (await loadState(eventStore, report, reportId)).state;

describe('the files of reports, at an erasure', () => {
  it('the file of a completed report is removed with its key, and the report is made anew', async () => {
    await recordReport(eventStore, reportRequested, reportCompleted);
    await put(reportBlobId);
    await put('doc_1-source');
    expect(await remove()).toBe(true);
    expect(blobs.ids).toEqual(['doc_1-source']);
    expect(await keys.idsOf(keyKind, reportId)).toEqual([]);
    expect(await state()).toMatchObject({ status: 'generating', generation: 1, withdrawn: { treeSize: 42 } });
    expect(leases.names).toEqual([]);
  });

  it('run again it removes what a crash has left, and not what was made since', async () => {
    await recordReport(eventStore, reportRequested, reportCompleted);
    await put(reportBlobId);
    await remove();
    await put(reportBlobId);
    const made = newReportBlob(reportId);
    await put(made);
    await recordReport(eventStore, {
      ...reportCompleted,
      data: { ...reportCompleted.data, blobId: made },
    } as typeof reportCompleted);
    const written = eventStore.events.length;
    expect(await remove()).toBe(true);
    expect(blobs.ids).toEqual([made]);
    expect(eventStore.events).toHaveLength(written);
    expect(await remove('era_2')).toBe(true);
    expect(blobs.ids).toEqual([]);
  });

  it.each([
    ['has failed', [reportRequested, reportFailed]],
    ['is still made', [reportRequested]],
  ])('a file that a worker left when it died goes, also of a report that %s', async (_, events) => {
    await recordReport(eventStore, ...events);
    await put(newReportBlob(reportId));
    expect(await remove()).toBe(true);
    expect(blobs.ids).toEqual([]);
  });

  it('a report that a worker has in hand is begun anew at once, and waited for', async () => {
    await recordReport(eventStore, reportRequested);
    generating = [reportId];
    const worker = await leases.acquire(reportLease(reportId), new AbortController().signal);
    const late = newReportBlob(reportId);
    expect(await remove()).toBe(false);
    expect(await state()).toMatchObject({ status: 'generating', generation: 1 });
    await put(late);
    await worker.release();
    expect(await remove()).toBe(true);
    expect(blobs.ids).toEqual([]);
    expect(await state()).toMatchObject({ generation: 1 });
  });

  it('a report that is completed while it is looked for is not passed over', async () => {
    await recordReport(eventStore, reportRequested);
    looking = async () => {
      await put(reportBlobId);
      await recordReport(eventStore, reportCompleted);
      return [];
    };
    expect(await remove()).toBe(true);
    expect(blobs.ids).toEqual([]);
    expect(await state()).toMatchObject({ status: 'generating', generation: 1 });
  });

  it('reports of another organization stay as they are', async () => {
    await recordReport(eventStore, reportRequested, reportCompleted);
    await put(reportBlobId);
    const metadata = { ...uploaderMetadata, organizationId: 'org_2' };
    expect(await files().remove({ erasureId: 'era_1', metadata })).toBe(true);
    expect(blobs.ids).toEqual([reportBlobId]);
    expect(await state()).toMatchObject({ status: 'completed' });
    expect(reportOfBlob(reportBlobId)).toBe(reportId);
  });
});
