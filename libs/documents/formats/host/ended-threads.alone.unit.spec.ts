import { readdirSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { collectGarbage } from '#test/fakes/garbage.js';
import { memoryFile } from '../source-file.js';
import { closeHosts, extracted, hostOf, lines, misbehaving } from './format-host.fixture.js';

afterAll(closeHosts);

/** Each costs a start of a thread, most of a second of computing where it runs from the sources. */
const files = Number(process.env.ENDED_THREADS ?? 20);
const mebibyte = 2 ** 20;
/** However many files: a thread that has loaded its formats holds some 20 MiB, so that two that stay are beyond it. */
const allowedMebibytes = { rss: 32, heapUsed: 4 };

const held = async (): Promise<NodeJS.MemoryUsage> => {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage();
};

/** Threads of this process, where the system tells. */
const threads = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/task').length : 0);

it(`${files} files whose threads have to be ended in the middle of an expression leave neither threads nor memory`, async () => {
  const host = hostOf({ threads: 1, heapMb: 48, stallMs: 20, registry: misbehaving });
  const end = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const wrong = { reason: 'hostile', message: 'The file took too long to read.' };
      await expect(extracted(host, memoryFile(lines(1)), 'backtracks')).rejects.toMatchObject(wrong);
    }
  };
  // What stays of the first few is loaded once.
  await end(3);
  const before = { ...(await held()), threads: threads() };
  await end(files);
  const after = { ...(await held()), threads: threads() };
  expect((after.rss - before.rss) / mebibyte).toBeLessThan(allowedMebibytes.rss);
  expect((after.heapUsed - before.heapUsed) / mebibyte).toBeLessThan(allowedMebibytes.heapUsed);
  // One may be on its way out.
  expect(after.threads).toBeLessThanOrEqual(before.threads + 1);
}, 600_000);
