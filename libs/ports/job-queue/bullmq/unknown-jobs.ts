import type { Queue, Worker } from 'bullmq';
import type { JsonObject } from '#libs/domain/json.js';
import { isRefusedMove } from './refused-move.js';

/** Maximum running jobs examined; those beyond are given to others once their lock has expired. */
const maxLookedAt = 10_000;

/**
 * Hands back jobs that were taken for this worker by a command whose response was lost, but none that is being taken.
 */
export const handBackUnknown = async <T extends JsonObject>(
  queue: Queue,
  worker: Worker<T>,
  { token, lockMs }: { token: string; lockMs: number },
  known: Pick<ReadonlyMap<string, unknown>, 'has'>,
): Promise<void> => {
  const active = await queue.getRanges(['active'], 0, maxLookedAt - 1);
  const unknown = active.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const tokens = unknown.map(() => token);
  const ofOthers = new Set(await worker.extendJobLocks(unknown, tokens, lockMs));
  for (const id of unknown) {
    if (ofOthers.has(id)) continue;
    const job = await queue.getJob(id);
    await job?.moveToWait(token).catch(unlessRefused);
  }
};

const unlessRefused = (error: unknown): void => {
  if (!isRefusedMove(error)) throw error;
};
