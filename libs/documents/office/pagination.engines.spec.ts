import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import {
  defaultMergeOptions,
  type ExtractedSegment,
  type PageRange,
  type SourceFile,
} from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { p as odfParagraph, odtOf } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

const user = { organizationId: 'org_1' };
const words = 'words that fill several lines of a page so that they go over to another page, '.repeat(5);
const numbers = Array.from({ length: 60 }, (_, number) => number);
const paragraphs = numbers.map((number) => `Paragraph ${number} has ${words}`);

describeWith(['libreoffice'], 'pages of documents that LibreOffice lays out', () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter(), legacyFormats);
  afterAll(() => host.close());

  const textsOn = async (format: string, file: SourceFile, pageRange?: PageRange) => {
    const pagination = await host.paginate(format, file, user);
    if (pagination === undefined) throw new Error('It was not laid out');
    const options = { ...defaultMergeOptions, pagination, ...(pageRange === undefined ? {} : { pageRange }) };
    const segments: ExtractedSegment[] = [];
    for await (const batch of host.extract(format, file, options, user)) segments.push(...batch);
    return { texts: segments.map(({ parts }) => plainText(parts)), pagination };
  };

  it.each([
    ['docx', docxOf(paragraphs.map((text) => p(r(text))).join(''))],
    ['odt', odtOf(paragraphs.map(odfParagraph).join(''))],
  ])(
    'a %s without any break has the pages that it has as a PDF, and each paragraph is on one',
    async (format, bytes) => {
      const file = memoryFile(bytes);
      const { pagination, texts: all } = await textsOn(format, file);
      expect(all).toEqual(paragraphs.map((text) => text.trim()));
      const { pageCount } = pagination;
      expect(pageCount).toBeGreaterThan(2);
      expect(pagination.places.map(({ page }) => page)).toEqual(Array.from({ length: pageCount }, (_, at) => at + 1));
      const second = await textsOn(format, file, [{ from: 2, to: 2 }]);
      const { paragraph = 0 } = pagination.places[1] ?? {};
      const after = pagination.places[2]?.paragraph ?? 0;
      expect(second.texts).toEqual(all.slice(paragraph, after));
    },
  );

  it('a marked document with fields, tables or boxes has as many pages as without marks', async () => {
    const samples = ['fields', 'runs', 'libreoffice'];
    for (const sample of samples) {
      const file = memoryFile(readFileSync(new URL(`../formats/docx/samples/${sample}.docx`, import.meta.url)));
      const { pagination } = await textsOn('docx', file);
      const pdf: Uint8Array[] = [];
      for await (const chunk of host.convert('docx', 'pdf', file, { language: 'en' }, user)) pdf.push(chunk);
      const pages =
        Buffer.concat(pdf)
          .toString('latin1')
          .match(/\/Type\s*\/Page\b/g) ?? [];
      expect([sample, pagination.pageCount]).toEqual([sample, pages.length]);
    }
  });

  it('a document of Word 97 has the pages of what it becomes', async () => {
    const file = memoryFile(readFileSync(new URL('../formats/compound/samples/letter.doc', import.meta.url)));
    expect((await textsOn('doc', file, [{ from: 1, to: 1 }])).texts).toEqual(['Hello world.', 'This is a test.']);
    expect((await textsOn('doc', file, [{ from: 2, to: 2 }])).texts).toEqual([]);
  });
});

describe('documents that cannot be laid out', () => {
  const file = memoryFile(docxOf(p(r('one'))));

  it.each([
    ['while LibreOffice is not there', new OfficeConverter({ program: () => undefined })],
    ['when it fails', new OfficeConverter({ program: () => '/bin/false' })],
    ['when it takes too long', new OfficeConverter({ program: () => '/usr/bin/yes', limitMs: 200 })],
  ])('have no pages %s', async (_when, converter) => {
    const host = convertingFormatHost(createFormatHost(), converter, legacyFormats);
    expect(await host.paginate('docx', file, user)).toBeUndefined();
    await host.close();
  });
});
