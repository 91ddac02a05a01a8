import type { Queue, Worker } from 'bullmq';
import type { JsonObject } from '#libs/domain/json.js';
import { lockMs } from './bullmq-settings.js';
import { isRefusedMove } from './refused-move.js';

/** Of all jobs that run just then; those beyond are given to others once their lock has run out. */
const maxLookedAt = 10_000;

/** Hands back jobs that were taken for us by a command whose answer was lost; not one that is being taken. */
export const handBackUnknown = async <T extends JsonObject>(
  queue: Queue,
  worker: Worker<T>,
  token: string,
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
