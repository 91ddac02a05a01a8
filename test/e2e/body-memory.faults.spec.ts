import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { processTree } from './end-service.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const mib = 1024 * 1024;

const readProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

const apiOf = (service: RunningService): number =>
  processTree(service.pid).find((pid) => readProcess(pid, 'cmdline').includes('apps/api/main.js')) ?? 0;

/** Bytes of memory that the process has had at most. */
const peakOf = (pid: number): number => Number(/VmHWM:\s+(\d+) kB/.exec(readProcess(pid, 'status'))?.[1]) * 1024;

describe.skipIf(process.platform !== 'linux')('large bodies, from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLoad);
  });

  const send = (body: Buffer): Promise<number> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(service.url);
      const headers = {
        authorization: `Bearer ${service.apiKey}`,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const call = request({ hostname, port, method: 'POST', path: '/v1/translate/batch', headers, agent: false });
      call.once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        if (response.statusCode !== 200) call.destroy();
      });
      call.on('error', () => resolve(0));
      call.end(body);
    });

  const batch = (texts: string): Buffer => Buffer.from(`{"source":"en","target":"es","texts":[${texts}]}`);

  it('the largest batch is translated, with every character written as an escape', async () => {
    const text = `"${'\\ud83d\\ude00'.repeat(10_000)}"`;
    const body = batch(Array(100).fill(text).join(','));
    expect(body.length).toBeGreaterThan(12_000_000);
    expect(await send(body)).toBe(200);
  });

  it('200 batches of 16 MiB at the same time leave the API under 512 MiB, and it goes on', async () => {
    const frame = batch('"a"');
    const body = Buffer.concat([
      frame.subarray(0, -1),
      Buffer.from(',"x":"'),
      Buffer.alloc(16 * mib - frame.length - 8, 'x'),
      Buffer.from('"}'),
    ]);
    expect(body.length).toBeLessThanOrEqual(16 * mib);
    const statuses = await Promise.all(Array.from({ length: 200 }, () => send(body)));
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    // None was cut off while it was sending: each has read its refusal.
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(peakOf(apiOf(service))).toBeLessThan(512 * mib);
    expect((await service.postJson('/v1/translate', { text: 'a', source: 'en', target: 'es' })).status).toBe(200);
  });
});
