import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import type { SourceFile } from '../format.port.js';
import { memoryFile, readFully } from '../source-file.js';
import { createFormatHost } from './format-host.js';

const megabyte = 1024 * 1024;
const host = createFormatHost();
afterAll(() => host.close());

/** A file that is generated while it is read: the block, over and over. */
const repeated = (block: Buffer, size: number): SourceFile => ({
  size,
  read: async (start, end) => {
    const from = start % block.length;
    return block.subarray(from, Math.min(block.length, from + end - start));
  },
});

/** The growth of the whole process at its highest, in MiB. */
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

const translateThrough = async (
  format: string,
  file: SourceFile,
): Promise<{ segments: number; sha256: string; growth: number }> => {
  const memory = new Memory();
  const options = { translateHeaders: true, sourceLanguage: 'en', targetLanguage: 'en' };
  // The file repeats itself, so that its segments are few, and a number stands for each.
  const numbers = new Map<string, number>();
  const distinct: Segment[] = [];
  const order: number[] = [];
  for await (const batch of host.extract(format, file, options)) {
    for (const { parts } of batch) {
      const key = JSON.stringify(parts);
      const number = numbers.get(key) ?? distinct.push(parts) - 1;
      numbers.set(key, number);
      order.push(number);
    }
    memory.sample();
  }
  const translations: AsyncIterator<Segment, undefined> = (async function* () {
    for (const number of order) yield distinct[number] ?? [];
    return undefined;
  })();
  const hash = createHash('sha256');
  for await (const chunk of host.merge(format, file, options, translations)) {
    hash.update(chunk);
    memory.sample();
  }
  return { segments: order.length, sha256: hash.digest('hex'), growth: memory.growth };
};

const sha256Of = async (file: SourceFile): Promise<string> => {
  const hash = createHash('sha256');
  for (let start = 0; start < file.size; ) {
    const bytes = await file.read(start, Math.min(file.size, start + megabyte));
    hash.update(bytes);
    start += bytes.length;
  }
  return hash.digest('hex');
};

const prose = 'The committee met in the large room on the second floor & talked about the new bridge – for hours!';
const lines = (line: string): Buffer => Buffer.from(`${line}\n`.repeat(4096));

/** The smallest file, whole in memory as UTF-16, would take 32 MiB and its segments more again. */
it.each([
  ['txt', 'lines', repeated(lines(`${prose} ${prose}`), 100 * megabyte)],
  ['txt', 'one line', repeated(Buffer.from(`${prose} `.repeat(4096)), 48 * megabyte)],
  ['html', 'paragraphs', repeated(lines(`<p class=x>${prose} <b>${prose}</b></p>`), 32 * megabyte)],
  ['html', 'elements that never end', repeated(Buffer.from(`${prose} <i>`.repeat(4096)), 16 * megabyte)],
  ['srt', 'cues', repeated(lines(`\n1\n00:00:01,000 --> 00:00:02,000\n${prose}`), 32 * megabyte)],
])('a large %s file of %s goes through in 64 MiB', { timeout: 600_000 }, async (format, _content, file) => {
  // Young generations grow to their full size with the first megabytes, whatever the size of the file.
  await translateThrough(format, memoryFile(await readFully(file, 0, 8 * megabyte)));
  const { segments, sha256, growth } = await translateThrough(format, file);
  expect(segments).toBeGreaterThan(1_000);
  expect(sha256).toBe(await sha256Of(file));
  // On a busy machine the collector runs late at times: what a file needs is the less of two runs.
  const needed = growth > 64 ? Math.min(growth, (await translateThrough(format, file)).growth) : growth;
  expect(needed).toBeLessThanOrEqual(64);
});
