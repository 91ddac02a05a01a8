import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { SourceFile } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { closeHosts, extracted, hostOf, lines, misbehaving, options, patience, user } from './format-host.fixture.js';

afterAll(closeHosts);

describe('a file that makes its format misbehave', patience, () => {
  const limits = { threads: 1, heapMb: 48, stallMs: 60_000, registry: misbehaving };
  const inAHurry = { ...limits, stallMs: 1500 };

  it.each([
    ['spins', 'The file took too long to read.', inAHurry],
    ['backtracks', 'The file took too long to read.', inAHurry],
    ['never-answers', 'The file took too long to read.', inAHurry],
    ['eats-heap', 'The file needed too much memory to read.', limits],
    ['eats-buffers', 'The file needed too much memory to read.', limits],
    ['exits', 'The file could not be read to its end.', limits],
  ])('a thread whose format %s is ended, and the next file is read', async (format, message, settings) => {
    const host = hostOf(settings);
    const wrong = { name: 'FormatError', reason: 'hostile', message };
    await expect(extracted(host, memoryFile(lines(1)), format)).rejects.toMatchObject(wrong);
    expect(await extracted(host, memoryFile(lines(2)))).toHaveLength(2);
  });

  it('a thread that counts is ended as one that reads', async () => {
    const host = hostOf(inAHurry);
    const counting = host.count('spins', memoryFile(lines(1)), options, user);
    await expect(counting.next()).rejects.toMatchObject({ name: 'FormatError', reason: 'hostile' });
    const given = AbortSignal.timeout(100);
    const counted = host.count('never-answers', memoryFile(lines(1)), options, { ...user, signal: given });
    await expect(counted.next()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await extracted(host, memoryFile(lines(2)))).toHaveLength(2);
  });

  it('a thread that does not find the format of a file within two seconds is ended, long before one that reads it', async () => {
    const host = hostOf(limits);
    const wrong = { name: 'FormatError', reason: 'hostile' };
    // Its thread is loaded before the time is taken.
    await host.formats(user);
    const begun = performance.now();
    await expect(host.detect(memoryFile(lines(1)), 'spins', undefined, user)).rejects.toMatchObject(wrong);
    const took = performance.now() - begun;
    expect(took).toBeGreaterThan(2_000);
    // It is looked at every tenth of a second; the rest is for a busy machine.
    expect(took).toBeLessThan(8_000);
    expect(await host.detect(memoryFile(lines(1)), 'letter', undefined, user)).toMatchObject({ name: 'txt' });
  });

  it('a thread that keeps asking for data is ended when its time is up', async () => {
    const host = hostOf({ ...limits, jobMs: 300 });
    await expect(extracted(host, memoryFile(lines(1)), 'never-ends')).rejects.toMatchObject({ reason: 'hostile' });
  });

  it('an unforeseen error of a format is reported without a word of the text', async () => {
    const host = hostOf(limits);
    for (const [format, name] of [
      ['quotes', 'TypeError'],
      ['overflows', 'RangeError'],
    ] as const) {
      const error: Error = await extracted(host, memoryFile(lines(1)), format).then(
        () => expect.unreachable(),
        (reason: Error) => reason,
      );
      expect(error.message).toBe(`A document format failed with ${name}`);
      expect(error.stack).not.toContain('secret');
      expect(error.stack).toContain('misbehaving-formats');
    }
  });

  it('work that a job leaves behind never reads the next file', async () => {
    const host = hostOf(limits);
    await extracted(host, memoryFile(lines(1)), 'leaves-work-behind');
    const bytes = lines(10);
    const reads: number[] = [];
    const next: SourceFile = {
      size: bytes.length,
      read: async (start, end) => {
        reads.push(end - start);
        await sleep(20);
        return bytes.subarray(start, end);
      },
    };
    expect(await extracted(host, next)).toHaveLength(10);
    expect(reads).not.toContain(1);
  });

  it('the time that the host needs is not counted against the thread', async () => {
    const host = hostOf({ ...limits, stallMs: 800 });
    const bytes = lines(10);
    const slow: SourceFile = {
      size: bytes.length,
      read: async (start, end) => {
        await sleep(1200);
        return bytes.subarray(start, end);
      },
    };
    expect(await extracted(host, slow)).toHaveLength(10);
  });
});
