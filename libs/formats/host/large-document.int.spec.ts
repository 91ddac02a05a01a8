import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { Segment } from '#libs/segments/segment.js';
import type { SourceFile } from '../format.port.js';
import { memoryFile, readFully } from '../source-file.js';
import { createFormatHost } from './format-host.js';

const megabyte = 1024 * 1024;
const SIZE = Number(process.env.SIZE ?? 100);
const host = createFormatHost();
afterAll(() => host.close());

/** A file that is made as it is read: the block, over and over. */
function repeated(block: Buffer, size: number, before = Buffer.alloc(0)): SourceFile {
  return {
    size,
    read: async (start, end) => {
      if (start < before.length) return before.subarray(start, end);
      const from = (start - before.length) % block.length;
      return block.subarray(from, Math.min(block.length, from + end - start));
    },
  };
}

/** The highest growth of the whole process, in MiB. Sampled with each piece that comes out. */
class Memory {
  private readonly before = process.memoryUsage.rss();
  private most = this.before;

  sample(): void {
    this.most = Math.max(this.most, process.memoryUsage.rss());
  }

  get growth(): number {
    return (this.most - this.before) / megabyte;
  }
}

async function translateThrough(
  format: string,
  file: SourceFile,
): Promise<{ segments: number; sha256: string; growth: number }> {
  const memory = new Memory();
  const options = { translateHeaders: true, sourceLanguage: 'en', targetLanguage: 'en' };
  let segments = 0;
  for await (const batch of host.extract(format, file, options)) {
    segments += batch.length;
    if (segments % 1024 < batch.length) memory.sample();
  }
  async function* sameAgain(): AsyncGenerator<Segment, undefined> {
    for await (const batch of host.extract(format, file, options)) for (const { parts } of batch) yield parts;
    return undefined;
  }
  const hash = createHash('sha256');
  for await (const chunk of host.merge(format, file, options, sameAgain())) {
    hash.update(chunk);
    memory.sample();
  }
  return { segments, sha256: hash.digest('hex'), growth: memory.growth };
}

async function sha256Of(file: SourceFile): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < file.size; ) {
    const bytes = await file.read(start, Math.min(file.size, start + megabyte));
    hash.update(bytes);
    start += bytes.length;
  }
  return hash.digest('hex');
}

const prose = 'The committee met in the large room on the second floor & talked about the new bridge – for hours!';
const block = (line: string): Buffer => Buffer.from(`${line}\n`.repeat(4096));

it.each([
  ['txt', repeated(block(`${prose} ${prose}`), SIZE * megabyte)],
  ['txt', repeated(Buffer.from(`${prose} `.repeat(4096)), SIZE * megabyte)],
  ['html', repeated(block(`<p class=x>${prose} <b>${prose}</b></p>`), SIZE * megabyte, Buffer.from('<!doctype html>'))],
  ['html', repeated(Buffer.from(`${prose} <i>`.repeat(4096)), SIZE * megabyte, Buffer.from('<body>'))],
  ['srt', repeated(block(`\n1\n00:00:01,000 --> 00:00:02,000\n${prose}`), SIZE * megabyte)],
])('a %s file of 100 MB goes through in 64 MiB', { timeout: 600_000 }, async (format, file) => {
  const warm = await readFully(file, 0, megabyte);
  await translateThrough(format, memoryFile(warm));
  const { segments, sha256, growth } = await translateThrough(format, file);
  expect(segments).toBeGreaterThan(10_000);
  expect(sha256).toBe(await sha256Of(file));
  console.log(format, segments, growth);
  expect(growth).toBeLessThanOrEqual(64);
});
