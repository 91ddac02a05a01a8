import { setTimeout as sleep } from 'node:timers/promises';
import type { Commands } from '#libs/application/commands.js';
import { EndBrokenTextStream } from '#libs/application/text-streams/end-broken-text-stream.handler.js';
import { textStreamLease } from '#libs/application/text-streams/text-stream-lease.js';
import { upcast } from '#libs/domain/upcasting.js';

import { eventAt } from '#libs/event-sourcing/event-at.js';

import { anySignal } from '#libs/platform/async/any-signal.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { tryLease } from '#libs/ports/lease/try-lease.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { TextStreamQueries } from '#projections/text-streams/text-streams.queries.js';
import { causedBy } from '../system-metadata.js';

export const textStreamSweepQueue = 'text-stream-sweep';
export const textStreamSweepEveryMs = 30_000;

/**
 * Milliseconds that the last appends of a process may still take after it lost its lease: an append is tried for 10
 * s.
 */
const quietMs = 15_000;
const visibleWithinMs = 30_000;
const sweptAtATime = 500;

interface Dependencies {
  eventStore: Pick<EventStore, 'head' | 'readStream'>;
  commands: Commands;
  leases: Pick<Leases, 'acquire'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  streams: Pick<TextStreamQueries, 'processes' | 'openOf'>;
  /** Removes leases that dead or stopped processes left behind. */
  removeEndedLeases: () => Promise<void>;
  /** Longest wait for the last appends of a dead process, in milliseconds; 15 s when omitted, and never longer. */
  maxQuietMs?: number | undefined;
}

const endAsBroken = async ({ eventStore, commands }: Dependencies, stream: string, revision: number): Promise<void> => {
  const began = await eventAt(eventStore, stream, revision);
  const event = began && upcast(began);
  if (began === undefined || event?.type !== 'TextStreamBegan') return;
  await commands.execute(new EndBrokenTextStream(event.data, causedBy(began, new Date().toISOString())));
};

/** True when the read model shows everything that is in the log by now. */
const isUpToDate = async ({ eventStore, progress }: Dependencies): Promise<boolean> =>
  progress.waitFor(['text-streams'], await eventStore.head(), visibleWithinMs);

const sweepProcess = async (dependencies: Dependencies, processId: string, signal: AbortSignal): Promise<void> => {
  const { leases, streams, maxQuietMs = quietMs } = dependencies;
  const lease = await tryLease(leases, textStreamLease(processId), signal);
  if (lease === undefined) return;
  const working = anySignal([signal, lease.lost]);
  try {
    await sleep(Math.min(quietMs, maxQuietMs), undefined, { signal: working });
    for (;;) {
      if (!(await isUpToDate(dependencies))) return;
      const open = await streams.openOf(processId, sweptAtATime);
      if (open.length === 0) return;
      for (const { event_stream, event_revision } of open) {
        working.throwIfAborted();
        await endAsBroken(dependencies, event_stream, event_revision);
      }
    }
  } finally {
    await lease.release();
  }
};

/**
 * Ends, as broken, the streams of tokens that dead processes left open. The holder of a process's own lease knows
 * that the process is dead, or can write nothing more, and that no other sweep works on it; it sees the writes of
 * the previous holder because the read model is first brought up to the end of the log.
 */
export const sweepTextStreams = (dependencies: Dependencies): QueueDefinition => ({
  name: textStreamSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 5 * 60_000,
  handle: async ({ signal }) => {
    if (!(await isUpToDate(dependencies))) return;
    for (const processId of await dependencies.streams.processes()) {
      signal.throwIfAborted();
      await sweepProcess(dependencies, processId, signal);
    }
    await dependencies.removeEndedLeases();
  },
});
