import { AbandonAuditExport } from '#libs/application/audit-exports/abandon-audit-export.handler.js';
import { exportLease } from '#libs/application/audit-exports/export-lease.js';
import type { Commands } from '#libs/application/commands.js';
import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { tryLease } from '#libs/ports/lease/try-lease.js';
import type { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { causedBy } from '../system-metadata.js';

export const abandonedExportQueue = 'abandoned-export-sweep';
export const abandonedExportEveryMs = 60_000;

/** Exports that are asked for a sign of life at a time: each that has one is waited for. */
const askedAtATime = 25;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  leases: Pick<Leases, 'acquire'>;
  exports: Pick<AuditExportQueries, 'started'>;
  /** Removes the leases of exports that have ended. */
  removeEndedLeases: () => Promise<void>;
}

const endIfAbandoned = async (
  { eventStore, commands, leases }: Dependencies,
  exportId: string,
  signal: AbortSignal,
): Promise<void> => {
  const lease = await tryLease(leases, exportLease(exportId), signal);
  if (lease === undefined) return;
  try {
    const start = await eventAt(eventStore, streamName(auditExport.category, exportId));
    if (start === undefined) return;
    await commands.execute(new AbandonAuditExport(exportId, causedBy(start, new Date().toISOString())));
  } finally {
    await lease.release();
  }
};

/**
 * Ends, as failed, the exports whose processes died. A process holds the lease of an export for as long as it sends it: who
 * gets the lease of one that has not ended knows that nobody sends it any more, or may end it otherwise.
 */
export const sweepAbandonedExports = (dependencies: Dependencies): QueueDefinition => ({
  name: abandonedExportQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 10 * 60_000,
  handle: async ({ signal }) => {
    let ids: string[] = [];
    do {
      signal.throwIfAborted();
      ids = await dependencies.exports.started(ids.at(-1) ?? '', askedAtATime);
      await Promise.all(ids.map((id) => endIfAbandoned(dependencies, id, signal)));
    } while (ids.length === askedAtATime);
    await dependencies.removeEndedLeases();
  },
});
