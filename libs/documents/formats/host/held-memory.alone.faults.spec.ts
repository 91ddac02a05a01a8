import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions } from '../format.port.js';
import { formatNamed } from '../format-registry.js';
import { memoryFile } from '../source-file.js';
import { largeFiles } from './large-files.fixture.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };

/** Bytes that the process holds once what nobody needs is gone. */
const held = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Times that a pass over a file is looked at. */
const looks = 3;

/** The most that is held while `steps` go by, above what was held before. */
const peakMemory = async (steps: AsyncIterable<unknown>, count: number): Promise<number> => {
  const before = held();
  const each = Math.max(1, Math.floor(count / looks));
  let most = 0;
  let step = 0;
  for await (const _ of steps) {
    step += 1;
    if (step % each === 0) most = Math.max(most, held() - before);
  }
  return most;
};

/** The most that reading a file holds, and the most that writing it does, each translation equal to its source. */
const heldFor = async (name: string, bytes: number): Promise<{ reading: number; writing: number }> => {
  const format = formatNamed(name);
  const file = memoryFile(largeFiles[name]?.(bytes) ?? expect.fail());
  let batches = 0;
  let count = 0;
  const lines: Buffer[] = [];
  for await (const batch of format.extract(file, options)) {
    batches += 1;
    count += batch.length;
    lines.push(Buffer.from(`${batch.map(({ parts }) => JSON.stringify(parts)).join('\n')}\n`));
  }
  const kept = Buffer.concat(lines.splice(0));
  const reading = await peakMemory(format.extract(file, options), batches);
  async function* written(): AsyncGenerator<void, void> {
    let at = 0;
    let taken = 0;
    const translations: AsyncIterator<Segment, undefined> = {
      next: async () => {
        const end = kept.indexOf('\n', at);
        if (end < 0) return { done: true, value: undefined };
        const value = JSON.parse(kept.toString('utf8', at, end)) as Segment;
        at = end + 1;
        taken += 1;
        return { done: false, value };
      },
    };
    let told = 0;
    const output = format.merge(file, options, translations);
    for await (const _ of output) {
      for (; told < taken; told += 1) yield;
    }
  }
  const writing = await peakMemory(written(), count);
  return { reading, writing };
};

const size = 256 * 1024;
const larger = 4 * size;
/** Far less than holding the text of the larger file, or its segments, would take. */
const allowed = (larger - size) / 2;

/** Those formats whose memory has a bar, and those that no other spec of the kind has. */
const formats = ['txt', 'csv', 'srt', 'json', 'docx', 'xlsx', 'pptx', 'vtt'];

it.each(formats)('a %s file of four times the size has no more of it held', { timeout: 300_000 }, async (format) => {
  // The first file leaves code and the shapes of objects behind.
  const small = await heldFor(format, size);
  const large = await heldFor(format, larger);
  const isMore = Math.max(large.reading - small.reading, large.writing - small.writing) > allowed;
  // Code that V8 makes meanwhile is counted with what is held: what a file needs is the less of two runs.
  const again = isMore ? await heldFor(format, larger) : large;
  expect(Math.min(large.reading, again.reading) - small.reading).toBeLessThan(allowed);
  expect(Math.min(large.writing, again.writing) - small.writing).toBeLessThan(allowed);
});

/** Fewer than the smaller file has. */
const someBatches = 30;

it('a reader that keeps what it reads is found out', { timeout: 300_000 }, async () => {
  async function* keeping(bytes: number): AsyncGenerator<void, void> {
    const kept: unknown[] = [];
    const file = memoryFile(largeFiles.txt?.(bytes) ?? expect.fail());
    for await (const batch of formatNamed('txt').extract(file, options)) {
      kept.push(batch);
      yield;
    }
  }
  expect(
    (await peakMemory(keeping(larger), someBatches)) - (await peakMemory(keeping(size), someBatches)),
  ).toBeGreaterThan(allowed);
});
