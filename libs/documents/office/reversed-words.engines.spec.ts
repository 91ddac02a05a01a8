import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { defaultMergeOptions, type SourceFile } from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { reversals, sortedWords } from '#libs/documents/formats/suite-translations.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

const user = { organizationId: 'org_1' };
const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };

/** One way with tags: LibreOffice takes seconds for each file, and `format.suite` tries the others on the formats in between. */
const reversed = reversals['move with the words that they touch'] ?? expect.fail();

/** Files with breaks, tabs and tags within sentences, by the old format that LibreOffice makes of each. */
const samples: Readonly<Record<string, string>> = {
  doc: 'odt/samples/libreoffice.odt',
  xls: 'xlsx/samples/town.xlsx',
  ppt: 'odp/samples/libreoffice.odp',
};

const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<SourceFile> =>
  memoryFile(Buffer.concat(await Array.fromAsync(chunks)));

describeWith(['libreoffice'], 'the words of old formats', () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter(), legacyFormats);
  afterAll(() => host.close());

  const segmentsOf = async (format: string, file: SourceFile): Promise<Segment[]> =>
    (await Array.fromAsync(host.extract(format, file, options, user))).flat().map(({ parts }) => parts);

  it.each(legacyFormats.map(({ name, readAs }) => [name, readAs] as const))(
    'words of a %s that stood apart never touch when an engine turns them round',
    { timeout: 300_000 },
    async (format, readAs) => {
      const sample = readFileSync(new URL(`../formats/${samples[format]}`, import.meta.url));
      const file = await bytesOf(host.convert(readAs, format, memoryFile(sample), { language: 'en' }, user));
      const segments = await segmentsOf(format, file);
      const words = sortedWords(segments);
      expect(words.length).toBeGreaterThan(20);
      const translations = (async function* () {
        yield* segments.map(reversed);
        return undefined;
      })();
      const merged = await bytesOf(host.merge(format, file, options, translations, user));
      expect(sortedWords(await segmentsOf(format, merged))).toEqual(words);
    },
  );
});
