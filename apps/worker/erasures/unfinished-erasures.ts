import type { Commands } from '#libs/application/commands.js';
import { FinishErasures, type UnfinishedErasure } from '#libs/application/erasures/finish-erasures.handler.js';
import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { ErasureQueries } from '#projections/erasures/erasures.queries.js';
import { causedBy } from '../system-metadata.js';

export const erasuresQueue = 'erasures';
export const erasuresEveryMs = 5_000;
const erasuresAtATime = 100;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  erasures: Pick<ErasureQueries, 'unfinished'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
}

/** Finishes the erasures that were requested, those that failed again, once the audit log shows what was before them. */
export const finishErasures = ({ eventStore, commands, erasures, progress }: Dependencies): QueueDefinition => ({
  name: erasuresQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 5 * 60_000,
  handle: async () => {
    const unfinished: UnfinishedErasure[] = [];
    const now = new Date().toISOString();
    for (const { id, subject_type: subjectType, subject } of await erasures.unfinished(erasuresAtATime)) {
      const cause = await eventAt(eventStore, streamName(erasure.category, id));
      if (cause === undefined || !(await progress.waitFor(['audit-log'], cause.position))) continue;
      unfinished.push({ erasureId: id, subjectType, subject, metadata: causedBy(cause, now) });
    }
    await commands.execute(new FinishErasures(unfinished));
  },
});
