import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportLease } from '#libs/application/reports/report-lease.js';
import { newReportBlob } from '#libs/application/reports/stored-report.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { initialSettings } from '#libs/domain/organization/organization-settings.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Delivery } from '#libs/ports/message-bus/message-bus.port.js';
import { StorageExceededError } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { organizationCreated } from '#test/fakes/organization-events.js';
import { jobOf, RecordedJobs } from '#test/fakes/recorded-jobs.js';
import {
  recordReport,
  recordReportAt,
  reportBegunAnew,
  reportBlobId,
  reportCompleted,
  reportExpiresAt,
  reportId,
  reportRequested,
} from '#test/fakes/report-events.js';
import { reportGeneration } from './report-generation.consumer.js';
import type { GeneratedReport, GenerationWork } from './report-generator.js';
import type { ReportDependencies } from './report-task.js';
import { LogSignedNoMoreError } from './signed-checkpoint.js';
import { sweepUnfinishedReports, unfinishedReport, unfinishedReportQueue } from './unfinished-reports.js';

const hour = 3_600_000;
const keepForMs = 30 * 24 * hour;
const requestedAt = Date.parse(uploaderMetadata.occurredAt);

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let leases: InMemoryLeases;
let told: [event: string, facts: object][];
let message: RecordedEvent;
let generate: (work: GenerationWork) => Promise<GeneratedReport>;

/** Stands for the generator: the file exists when it resolves. */
const generating = async (): Promise<GeneratedReport> => {
  const blob = await blobs.put(newReportBlob(reportId), Readable.from([Buffer.from('a,b')]));
  return { blob, treeSize: 42 };
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: requestedAt + hour });
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  leases = new InMemoryLeases();
  told = [];
  generate = vi.fn(generating);
  const [requested] = await recordReport(eventStore, reportRequested);
  if (requested === undefined) throw new Error('Nothing was requested');
  message = requested;
});
afterEach(() => vi.useRealTimers());

const dependencies = (): ReportDependencies => ({
  eventStore,
  commands: backgroundCommandsOn(eventStore),
  generator: { generate: (work) => generate(work) },
  blobs,
  leases,
  lifeCycle: { emit: (event, facts) => void told.push([event, facts]) },
  keepForMs,
});
const group = () => reportGeneration(dependencies());
const deliver = (changes?: Partial<Delivery>) => group().handle(deliveryOf(message, changes));
const lastTry = () => group().retryDelays.length + 1;
const failing = (error: Error) => {
  generate = vi.fn(async () => {
    throw error;
  });
};
const ends = () => eventStore.events.slice(1).filter(({ type }) => type !== 'ReportProgressed');

describe('a requested report', () => {
  it('a report is completed with its file, in the name of who requested it, and its time is measured', async () => {
    await deliver();
    expect(ends()).toMatchObject([
      {
        type: 'ReportCompleted',
        data: {
          reportId,
          blobId: blobs.ids[0],
          sizeBytes: 3,
          treeSize: 42,
          expiresAt: new Date(requestedAt + hour + keepForMs).toISOString(),
        },
        metadata: { actorType: 'system', subject: uploaderMetadata.subject, requestId: uploaderMetadata.requestId },
      },
    ]);
    expect(told).toMatchObject([['report.generated', { type: 'usage', format: 'csv' }]]);
    expect(leases.names).toEqual([]);
  });

  it('a report is kept as long as its organization set, and no longer', async () => {
    const changed = {
      type: 'OrganizationSettingsChanged',
      data: {
        organizationId: uploaderMetadata.organizationId,
        changes: { retention: { reports: 'P2D' } },
        previous: initialSettings('An organization'),
        changedAt: uploaderMetadata.occurredAt,
      },
    } as const;
    const stream = streamName(organization.category, uploaderMetadata.organizationId);
    await eventStore.append(stream, toNewEvents('org', [organizationCreated, changed], uploaderMetadata), 'no-stream');
    await deliver();
    const expiresAt = new Date(requestedAt + 49 * hour).toISOString();
    expect(ends().at(-1)?.data).toMatchObject({ expiresAt });
  });

  it('progress is recorded in steps', async () => {
    generate = async ({ onProgress }) => {
      for (const percent of [10, 15, 40, 44, 90]) await onProgress(percent);
      return generating();
    };
    await deliver();
    const progress = eventStore.events
      .filter(({ type }) => type === 'ReportProgressed')
      .map(({ data }) => data.progress);
    expect(progress).toEqual([10, 40, 90]);
  });

  it('a message that comes again after the end does nothing', async () => {
    await deliver();
    await deliver({ attempt: 2 });
    expect(generate).toHaveBeenCalledOnce();
    expect(ends()).toHaveLength(1);
  });

  it('of two workers that generate a report one completes it, and the file of the other goes', async () => {
    generate = async () => {
      const made = await generating();
      // The lease was lost on the way, and another worker was faster.
      await recordReport(eventStore, reportCompleted);
      return made;
    };
    await deliver();
    expect(ends()).toMatchObject([{ type: 'ReportCompleted', data: { blobId: reportBlobId } }]);
    expect(blobs.ids).toEqual([]);
  });

  it('a report waits for the worker that has it in hand', async () => {
    const other = await leases.acquire(reportLease(reportId), new AbortController().signal);
    const second = deliver();
    await Promise.resolve();
    expect(generate).not.toHaveBeenCalled();
    await recordReport(eventStore, reportCompleted);
    await other.release();
    await second;
    expect(generate).not.toHaveBeenCalled();
  });

  it.each([
    [
      new LogSignedNoMoreError(),
      'processing_failed',
      'The audit log is not the one that was signed, so that no report can rest on it.',
    ],
    [
      new StorageExceededError(5, 8, 10),
      'quota_exceeded',
      'The report does not fit into the storage of the organization. Delete files, and request it again.',
    ],
  ])('a failure that another try would end in, too, fails the report at once: %s', async (error, code, text) => {
    failing(error);
    await deliver();
    expect(ends()).toMatchObject([{ type: 'ReportFailed', data: { error: { code, message: text } } }]);
    expect(told).toMatchObject([
      ['report.failed', { report: reportId, attempt: 1, code, cause: { name: error.name } }],
    ]);
  });

  it('another failure is tried again, and fails the report at the last try', async () => {
    failing(new TypeError('a bug'));
    await expect(deliver()).rejects.toThrow('a bug');
    expect(ends()).toEqual([]);
    await deliver({ attempt: lastTry() });
    expect(ends()).toMatchObject([{ type: 'ReportFailed', data: { error: { code: 'processing_failed' } } }]);
    expect(JSON.stringify(ends())).not.toContain('a bug');
  });

  it('an outage is waited for, however many tries there were', async () => {
    failing(new EventStoreUnavailableError());
    await expect(deliver({ attempt: lastTry() })).rejects.toThrow(EventStoreUnavailableError);
    expect(ends()).toEqual([]);
  });

  it('a worker that stops leaves the report to the next one', async () => {
    const stopping = new AbortController();
    generate = async ({ signal }) => {
      stopping.abort();
      signal.throwIfAborted();
      return generating();
    };
    await expect(deliver({ signal: stopping.signal, attempt: lastTry() })).rejects.toThrow();
    expect(ends()).toEqual([]);
    generate = generating;
    await deliver();
    expect(ends()).toMatchObject([{ type: 'ReportCompleted' }]);
  });

  it('a file that was begun before an erasure is not taken: it goes, and the report is generated again', async () => {
    generate = async () => {
      const made = await generating();
      await recordReport(eventStore, reportBegunAnew);
      return made;
    };
    await expect(deliver()).rejects.toMatchObject({ name: 'ReportBegunAnewError', retryable: true });
    expect([blobs.ids, ends()]).toEqual([[], []]);
    generate = generating;
    await deliver({ attempt: 2 });
    expect(ends()).toMatchObject([{ type: 'ReportCompleted', data: { blobId: blobs.ids[0] } }]);
  });

  it('whoever generates a report learns of an erasure with the next progress, and records none', async () => {
    generate = vi.fn(async ({ onProgress }) => {
      await onProgress(10);
      await recordReport(eventStore, reportBegunAnew);
      await onProgress(40);
      return generating();
    });
    await expect(deliver()).rejects.toMatchObject({ name: 'ReportBegunAnewError' });
    expect(eventStore.events.map(({ data }) => data.progress)).toEqual([undefined, 10, 0]);
    expect(blobs.ids).toEqual([]);
  });

  it('a completed report that is begun anew has the figures and the end of its file, and a day from then on', async () => {
    await recordReport(eventStore, reportCompleted);
    vi.setSystemTime(requestedAt + 100 * hour);
    const since = new Date().toISOString();
    const [anew] = await recordReportAt(eventStore, since, reportBegunAnew);
    if (anew === undefined) throw new Error('It is not begun anew');
    const asked: GenerationWork[] = [];
    generate = async (work) => {
      asked.push(work);
      return generating();
    };
    await group().handle(deliveryOf(anew));
    expect(asked).toMatchObject([{ position: anew.position, anew: { withdrawn: { treeSize: 42 }, since } }]);
    expect(ends()).toMatchObject([
      { type: 'ReportCompleted', data: { blobId: reportBlobId } },
      { type: 'ReportCompleted', data: { blobId: blobs.ids[0], expiresAt: reportExpiresAt } },
    ]);
    await group().handle(deliveryOf(anew, { attempt: 2 }));
    expect(ends()).toHaveLength(2);
  });

  it.each([new LogSignedNoMoreError(), new StorageExceededError(5, 8, 10)])(
    'a report that is made anew waits for its log to be signed again, or for room, for a day: %s',
    async (error) => {
      const [, anew] = await recordReport(eventStore, reportCompleted, reportBegunAnew);
      if (anew === undefined) throw new Error('It is not begun anew');
      failing(error);
      await expect(group().handle(deliveryOf(anew, { attempt: lastTry() }))).rejects.toThrow(error);
      expect(ends()).toHaveLength(1);
      vi.setSystemTime(requestedAt + 25 * hour);
      await group().handle(deliveryOf(anew));
      expect(ends().at(-1)).toMatchObject({ type: 'ReportFailed' });
    },
  );

  it('progress of a report asks for nothing', async () => {
    const [progressed] = await recordReport(eventStore, {
      type: 'ReportProgressed',
      data: { reportId, organizationId: uploaderMetadata.organizationId, progress: 10 },
    });
    if (progressed === undefined) throw new Error('Nothing was recorded');
    await group().handle(deliveryOf(progressed));
    expect(generate).not.toHaveBeenCalled();
  });

  it('a report that nobody generated in 24 hours fails', async () => {
    vi.setSystemTime(requestedAt + 25 * hour);
    await deliver();
    expect(generate).not.toHaveBeenCalled();
    expect(ends()).toMatchObject([{ type: 'ReportFailed' }]);
  });
});

describe('reports whose message was lost', () => {
  it('what has not ended long after its request is given to the workers, once', async () => {
    const jobs = new RecordedJobs();
    let asked: string | undefined;
    let removed = 0;
    const reports = {
      unfinished: async (before: string) => {
        asked = before;
        return [reportId];
      },
    };
    const sweep = sweepUnfinishedReports(jobs, reports, async () => {
      removed += 1;
    });
    await sweep.handle(jobOf({}));
    await sweep.handle(jobOf({}));
    expect(jobs.enqueued).toMatchObject([{ queue: unfinishedReportQueue, data: { reportId }, key: reportId }]);
    expect(asked).toBe(new Date(requestedAt + hour - 15 * 60_000).toISOString());
    expect(removed).toBe(2);
  });

  it('a report that the sweep found is generated', async () => {
    await unfinishedReport(dependencies()).handle(jobOf({ reportId }));
    expect(ends()).toMatchObject([{ type: 'ReportCompleted' }]);
  });

  it('one that a worker has in hand is left to it', async () => {
    await leases.acquire(reportLease(reportId), new AbortController().signal);
    await unfinishedReport(dependencies()).handle(jobOf({ reportId }));
    expect(generate).not.toHaveBeenCalled();
  });

  it('one that is not in the log is passed over', async () => {
    await unfinishedReport(dependencies()).handle(jobOf({ reportId: 'rep_00000000000000000000000000' }));
    expect(generate).not.toHaveBeenCalled();
  });
});
