import { describe, expect, it } from 'vitest';
import { unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import { Jobs } from './jobs.js';

const queueOf = (name: string): QueueDefinition => ({
  name,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 1_000,
  handle: async () => undefined,
});

describe('the queues of a worker', () => {
  /** Calls that the job queue gets, in their order. */
  const askedOf = async (maxIntervalMs?: number): Promise<string[]> => {
    const asked: string[] = [];
    const queue = {
      work: async ({ name }: { name: string }) => void asked.push(`work on ${name}`),
      repeat: async (name: string, everyMs: number) => void asked.push(`${name} every ${everyMs}`),
    };
    const jobs = new Jobs(queue, unobserved, maxIntervalMs);
    jobs.addRepeated(queueOf('often'), 5_000);
    jobs.addRepeated(queueOf('seldom'), 60_000);
    await jobs.begin();
    return asked;
  };

  it('each repeated queue keeps its own interval, and work begins on all before the first job is added', async () => {
    expect(await askedOf()).toEqual(['work on often', 'work on seldom', 'often every 5000', 'seldom every 60000']);
  });

  it('the longest interval shortens those that are longer, and no other', async () => {
    expect((await askedOf(10_000)).slice(2)).toEqual(['often every 5000', 'seldom every 10000']);
  });
});
