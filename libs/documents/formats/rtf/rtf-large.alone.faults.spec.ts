import { afterAll, expect, it } from 'vitest';
import { defaultMergeOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import type { Segment } from '#libs/text/segments/segment.js';

const megabyte = 1024 * 1024;
const host = createFormatHost();
const user = { organizationId: 'org_1' };
afterAll(() => host.close());

const paragraph =
  '{\\insrsid1 Some words of a }{\\b paragraph}{\\insrsid2  that goes on \\u233?t\\u233? and ends.}\\par\r\n';
const head = Buffer.from('{\\rtf1\\ansi\\pard ');
const block = Buffer.from(paragraph.repeat(512));
const picture = Buffer.from(`{\\pict ${'00ff'.repeat(4 * megabyte)}}`);
const tail = Buffer.from('\\par}');

/** A document of this many blocks of paragraphs, and a picture behind them; generated while it is read. */
const documentOf = (blocks: number): SourceFile & { paragraphs: number } => {
  const parts = [head, ...Array.from({ length: blocks }, () => block), picture, tail];
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.length);
  return {
    paragraphs: blocks * 512,
    size: starts.at(-1) ?? 0,
    read: async (from, to) => {
      const at = starts.findLastIndex((start) => start <= from);
      const start = starts[at] ?? 0;
      return (parts[at] ?? tail).subarray(from - start, to - start);
    },
  };
};

/** Reads a file and writes it in translation; returns its segments and the highest growth of the process in MiB. */
const translate = async (file: SourceFile): Promise<{ segments: number; growth: number }> => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };
  let segments = 0;
  for await (const batch of host.extract('rtf', file, options, user)) {
    segments += batch.length;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  async function* translations(): AsyncGenerator<Segment, undefined> {
    for (let count = 0; count < segments; count += 1) yield [{ kind: 'text', text: `Nº ${count}` }];
    return undefined;
  }
  for await (const _ of host.merge('rtf', file, options, translations(), user)) {
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { segments, growth: (peak - before) / megabyte };
};

/** Measured once with 24 MB of text, it grew the process by 28 MiB. */
it('a document of 24 MB, a picture of 16 MB among it, goes through in 64 MiB', { timeout: 900_000 }, async () => {
  // Young generations grow to their full size with the first megabytes, whatever the size of the file.
  await translate(documentOf(64));
  const file = documentOf(Math.floor((8 * megabyte) / block.length));
  expect(file.size).toBeGreaterThan(23 * megabyte);
  const { segments, growth } = await translate(file);
  expect(segments).toBe(file.paragraphs);
  expect(growth).toBeLessThanOrEqual(64);
});
