import { reportLease } from '#libs/application/reports/report-lease.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import { underLease } from '../../work/under-lease.js';
import { type ReportDependencies, ReportTask, reportIn, retryDelays } from './report-task.js';

/** Reports that a worker generates at a time, and of one organization: however many it asks for, the others come to their turn. */
const reportsAtATime = 2;
const ofAnOrganization = 1;

/** Generates each requested report, and each that an erasure has begun anew; ends every one of them as completed or failed. */
export const reportGeneration = (dependencies: ReportDependencies): ConsumerGroup => ({
  name: 'report-generation',
  types: ['ReportRequested', 'ReportProgressed'],
  concurrency: reportsAtATime,
  perOrganization: ofAnOrganization,
  retryDelays,
  handle: async (delivery) => {
    const reportId = reportIn(delivery.message);
    if (reportId === undefined) return;
    // Waits for another worker that has it, so that the message outlives the work.
    const lease = await dependencies.leases.acquire(reportLease(reportId), delivery.signal);
    await underLease(lease, delivery, (held) => new ReportTask(dependencies, reportId, held).run());
  },
});
