import { reportLease } from '#libs/application/reports/report-lease.js';
import { report } from '#libs/domain/report/report.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { JobQueue, QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import { tryLease } from '#libs/ports/lease/try-lease.js';
import type { ReportQueries } from '#projections/reports/reports.queries.js';
import { underLease } from '../../work/under-lease.js';
import { type ReportDependencies, ReportTask, retryDelays } from './report-task.js';

export const unfinishedReportQueue = 'unfinished-report';
export const unfinishedReportSweepQueue = 'unfinished-report-sweep';
export const unfinishedReportSweepEveryMs = 5 * 60_000;

/** Milliseconds after which a report that has not ended may have been lost on its way to the workers. */
const overdueMs = 15 * 60_000;
const sweptAtATime = 500;

type UnfinishedJob = { reportId: string };

/**
 * Generates a report that the sweep found, as the consumer group would have, or fails it when it is too old. One that a
 * worker has in hand is left to that worker.
 */
export const unfinishedReport = (dependencies: ReportDependencies): QueueDefinition<UnfinishedJob> => ({
  name: unfinishedReportQueue,
  concurrency: 1,
  retryDelays,
  timeoutMs: 23 * 60 * 60_000,
  handle: async ({ data: { reportId }, attempt, signal }) => {
    const message = await eventAt(dependencies.eventStore, streamName(report.category, reportId));
    if (message === undefined) return;
    const lease = await tryLease(dependencies.leases, reportLease(reportId), signal);
    if (lease === undefined) return;
    const delivery = { message, attempt, signal };
    await underLease(lease, delivery, (held) => new ReportTask(dependencies, reportId, held).run());
  },
});

/**
 * Gives the workers what has not ended long after it was requested, the oldest first: its message may have been lost
 * or parked, unlike the read model.
 */
export const sweepUnfinishedReports = (
  jobs: Pick<JobQueue, 'enqueue'>,
  reports: Pick<ReportQueries, 'unfinished'>,
  removeEndedLeases: () => Promise<void>,
): QueueDefinition => ({
  name: unfinishedReportSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 60_000,
  handle: async ({ signal }) => {
    const before = new Date(Date.now() - overdueMs).toISOString();
    for (const reportId of await reports.unfinished(before, sweptAtATime)) {
      signal.throwIfAborted();
      await jobs.enqueue<UnfinishedJob>(unfinishedReportQueue, { reportId }, { key: reportId });
    }
    await removeEndedLeases();
  },
});
