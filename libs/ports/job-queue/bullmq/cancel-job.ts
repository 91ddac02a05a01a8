import type { Queue } from 'bullmq';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { isRefusedMove } from './refused-move.js';

/** BullMQ's token that fits every lock. */
const anyLock = '0';

/** Maximum looks at the job: between two of our commands it may begin to run, or end its try. */
const maxLooks = 20;

const dropRunning = async (queue: Queue, id: string): Promise<boolean> => {
  const job = await queue.getJob(id);
  if (job === undefined) return false;
  job.opts.removeOnComplete = true;
  try {
    await job.moveToCompleted(null, anyLock, false);
    return true;
  } catch (error) {
    if (isRefusedMove(error)) return false;
    throw error;
  }
};

/** Takes the job with the key out of the queue, in whatever state it is. */
export const cancelJob = async (queue: Queue, key: string): Promise<void> => {
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const id = await queue.getDeduplicationJobId(key);
    if (id === null) return;
    const isRemoved = (await queue.remove(id)) === 1 || (await dropRunning(queue, id));
    if (isRemoved) return;
  }
  throw new PlainError('The job changes hands too fast to be cancelled');
};
