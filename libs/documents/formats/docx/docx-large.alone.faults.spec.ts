import { crc32 } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { defaultMergeOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { docxEntries, p, r } from './docx-sample.fixture.js';

const megabyte = 1024 * 1024;
const host = createFormatHost();
const user = { organizationId: 'org_1' };
afterAll(() => host.close());

const sentence = 'The committee met in the large room on the second floor and talked about the new bridge.';
const paragraph = Buffer.from(p(`${r(`${sentence} `)}${r('For hours', '<w:b/>')}${r(`. ${sentence}`)}`));
const block = Buffer.concat(Array.from({ length: 256 }, () => paragraph));

/** A document of this many blocks of paragraphs, its text not compressed; generated while it is read. */
const documentOf = async (blocks: number): Promise<SourceFile & { paragraphs: number }> => {
  const entries = docxEntries({ body: 'BLOCKS' });
  const isMain = ({ name }: { name: string }) => name === 'word/document.xml';
  const main = entries.find(isMain) ?? expect.fail();
  const [head = '', tail = ''] = String(main.content).split('BLOCKS');
  const whole = [...entries.filter((entry) => !isMain(entry)), { ...main, content: head + tail, isStored: true }];
  const zip = zipOf(whole);
  const { location, entries: found } = await ZipArchive.open(memoryFile(zip));
  const { localOffset, record } = found.find(isMain) ?? expect.fail();

  let checksum = crc32(head);
  for (let count = 0; count < blocks; count += 1) checksum = crc32(block, checksum);
  const length = blocks * block.length;
  const size = head.length + length + tail.length;
  const numbers = [crc32(tail, checksum), size, size];
  for (const [index, number] of numbers.entries()) {
    zip.writeUInt32LE(number, localOffset + 14 + index * 4);
    zip.writeUInt32LE(number, location.offset + record.start + 16 + index * 4);
  }
  zip.writeUInt32LE(location.offset + length, location.endRecord + 16);

  const start = zip.indexOf(head) + head.length;
  return {
    paragraphs: blocks * 256,
    size: zip.length + length,
    read: async (from, to) => {
      if (from < start) return zip.subarray(from, Math.min(to, start));
      if (from >= start + length) return zip.subarray(from - length, to - length);
      const within = (from - start) % block.length;
      return block.subarray(within, Math.min(block.length, within + to - from, within + start + length - from));
    },
  };
};

/** Reads a file and writes it in translation; returns its segments and the highest growth of the process in MiB. */
const translate = async (file: SourceFile): Promise<{ segments: number; written: number; growth: number }> => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };
  let segments = 0;
  for await (const batch of host.extract('docx', file, options, user)) {
    segments += batch.length;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  async function* translations(): AsyncGenerator<Segment, undefined> {
    for (let count = 0; count < segments; count += 1) {
      yield [
        { kind: 'text', text: `Nr. ${count}` },
        { kind: 'open', id: 1 },
        { kind: 'text', text: sentence },
        { kind: 'close', id: 1 },
      ];
    }
    return undefined;
  }
  let written = 0;
  for await (const chunk of host.merge('docx', file, options, translations(), user)) {
    written += chunk.byteLength;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  return { segments, written, growth: (peak - before) / megabyte };
};

/** 100 MB, measured once, grew the process by 44 MiB. */
it('a document of 24 MB goes through in 64 MiB', { timeout: 900_000 }, async () => {
  // Young generations grow to their full size with the first megabytes, whatever the size of the file.
  await translate(await documentOf(64));
  const file = await documentOf(Math.floor((24 * megabyte) / block.length));
  expect(file.size).toBeGreaterThan(23 * megabyte);
  const { segments, written, growth } = await translate(file);
  expect(segments).toBe(file.paragraphs);
  expect(written).toBeGreaterThan(megabyte / 8);
  expect(growth).toBeLessThanOrEqual(64);
});
