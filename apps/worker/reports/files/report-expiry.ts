import type { Commands } from '#libs/application/commands.js';
import { ExpireReport } from '#libs/application/reports/expire-report.handler.js';
import { report } from '#libs/domain/report/report.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { ReportQueries } from '#projections/reports/reports.queries.js';
import { causedBy } from '../../system-metadata.js';

export const reportExpiryQueue = 'report-expiry-sweep';
export const reportExpiryEveryMs = 60_000;

const sweptAtATime = 500;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  reports: Pick<ReportQueries, 'due'>;
}

/** Expires the reports that are due: the read model finds them and the log decides. */
export const sweepExpiredReports = ({ eventStore, commands, reports }: Dependencies): QueueDefinition => ({
  name: reportExpiryQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 5 * 60_000,
  handle: async ({ signal }) => {
    const now = new Date().toISOString();
    for (const reportId of await reports.due(now, sweptAtATime)) {
      signal.throwIfAborted();
      // A report expires in the name of who requested it.
      const cause = await eventAt(eventStore, streamName(report.category, reportId));
      if (cause !== undefined) await commands.execute(new ExpireReport(reportId, causedBy(cause, now)));
    }
  },
});
