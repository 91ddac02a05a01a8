import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { createFormatHost } from './format-host.js';
import { largeFiles } from './large-files.fixture.js';

const megabyte = 1024 * 1024;
const host = createFormatHost();
const user = { organizationId: 'org_1' };
afterAll(() => host.close());

/** Reads a file and writes it, each translation equal to its source; returns the growth of the process in MiB. */
const translate = async (format: string, file: Buffer): Promise<{ isSame: boolean; growth: number }> => {
  const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };
  const kept: string[] = [];
  const before = process.memoryUsage.rss();
  let peak = before;
  for await (const batch of host.extract(format, memoryFile(file), options, user)) {
    for (const { parts } of batch) kept.push(JSON.stringify(parts));
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  async function* translations(): AsyncGenerator<Segment, undefined> {
    for (const parts of kept) yield JSON.parse(parts) as Segment;
    return undefined;
  }
  const hash = createHash('sha256');
  for await (const chunk of host.merge(format, memoryFile(file), options, translations(), user)) {
    hash.update(chunk);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const isSame = hash.digest('hex') === createHash('sha256').update(file).digest('hex');
  return { isSame, growth: (peak - before) / megabyte };
};

/**
 * Formats that no other spec of large files has. What the test itself holds of the segments is in the growth, too.
 * `npm run bench documents` measures files of 100 MB.
 */
it.each(['xlsx', 'pptx', 'odt', 'ods', 'odp', 'idml', 'pdf', 'vtt', 'ass', 'ssa'])(
  'a %s file of twice the size takes no more than 64 MiB above one that went before it',
  { timeout: 600_000 },
  async (format) => {
    const size = format === 'pdf' ? megabyte / 8 : megabyte;
    const fileOf = largeFiles[format] ?? expect.fail();
    // Young generations grow to their full size with the first megabytes, whatever the size of the file.
    expect(await translate(format, fileOf(size))).toMatchObject({ isSame: true });
    const { isSame, growth } = await translate(format, fileOf(2 * size));
    expect(isSame).toBe(true);
    expect(growth).toBeLessThanOrEqual(64);
  },
);
