import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Pool } from 'undici';

interface Round {
  url: string;
  path: string;
  headers: Record<string, string>;
  /** API keys, of which each request takes any one. */
  keys: readonly string[];
  /** Body to post; without it the path is read. */
  body?: string;
  everyMs: number;
  seconds: number;
}

/** Milliseconds of each response of a round of requests at a steady rate; infinite for any other than 200. */
const callSteadily = async ({ url, path, headers, keys, body, everyMs, seconds }: Round): Promise<number[]> => {
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  const ask = async (): Promise<number> => {
    const authorization = `Bearer ${keys[Math.floor(Math.random() * keys.length)]}`;
    const began = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const response = await pool.request({ method, path, headers: { ...headers, authorization }, body: body ?? null });
    await response.body.dump();
    return response.statusCode === 200 ? performance.now() - began : Number.POSITIVE_INFINITY;
  };
  const took: Promise<number>[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    took.push(ask());
    await sleep(everyMs * (0.5 + Math.random()));
  }
  const all = await Promise.all(took);
  await pool.close();
  return all;
};

/** A caller with a thread of its own, so that what others of this process send does not delay its clock. */
export class SteadyCaller {
  private readonly worker = new Worker(new URL(import.meta.url));

  async call(round: Round): Promise<number[]> {
    this.worker.postMessage(round);
    const [took] = (await once(this.worker, 'message')) as [number[]];
    return took;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

if (!isMainThread)
  parentPort?.on('message', async (round: Round) => parentPort?.postMessage(await callSteadily(round)));
