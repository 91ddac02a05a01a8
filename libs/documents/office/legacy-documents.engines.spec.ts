import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  defaultMergeOptions,
  type ExtractedSegment,
  type MergeOptions,
  type SourceFile,
} from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { fileChunks, memoryFile } from '#libs/documents/formats/source-file.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from './converting-format-host.js';
import { OfficeConverter } from './office-converter.js';

/** Samples that LibreOffice 7.4 made of the sources beside them; that of slides has lost its preview, which was most of it. */
const samples = {
  doc: {
    file: 'report.doc',
    source: 'report.fixture.fodt',
    pages: 1,
    newer: 'odt',
    always: [
      'Arrivals',
      'A view of the quay:',
      'Counted by the pilots.',
      'Ferries',
      'Fishing boats',
      'Kind of ship',
      'Printed on page , see the tables of the port.',
      'Report of the harbour',
      'Ships came from eleven countries this year, more than ever before.',
      'Signed by the harbour master.',
      'The year at the harbour',
    ],
    asked: [
      'Harbour office, yearly report',
      'Sheet  of the report',
      'Which crane is meant?',
      'The crane was repaired in spring. The bill is still open.',
    ],
    without: ['The crane was repaired in spring.'],
    reasons: [
      'Comments were not to be translated.',
      'Headers and footers were not to be translated.',
      'The text is hidden.',
    ],
  },
  xls: {
    file: 'budget.xls',
    source: 'budget.fixture.fods',
    pages: 2,
    newer: 'xlsx',
    always: [
      'Amount',
      'Budget of the harbour',
      'Fees of the ferries',
      'Item',
      'Paid in March',
      'Paint for the crane',
      'Remark',
      'Ropes and nets',
      'Still to be ordered',
      'Sum of all items',
    ],
    asked: [
      'Ask the treasurer first.',
      'Costs',
      'Draft for the council',
      'Figures of last year are wrong',
      'Income',
      'Internal reserve',
      'Nobody outside may see this',
      'Notes',
    ],
    without: [],
    reasons: [
      'Comments were not to be translated.',
      'Headers and footers were not to be translated.',
      'The cells are in hidden rows or columns.',
      'The sheet is hidden.',
    ],
  },
  ppt: {
    file: 'lecture.ppt',
    source: 'lecture.fixture.fodp',
    pages: 2,
    newer: 'odp',
    always: [
      'A walk along the quay',
      'Bring good shoes.',
      'Closed for repairs',
      'Greet the guests first.',
      'Open every day',
      'Summer',
      'Wait for questions.',
      'When the harbour is open',
      'Winter',
    ],
    asked: ['Leave this one out.', 'Slide for the council only'],
    without: [],
    reasons: ['The text is hidden.'],
  },
} as const;
type Name = keyof typeof samples;
const names: readonly Name[] = ['doc', 'xls', 'ppt'];

const user = { organizationId: 'org_1' };
const compound = new URL('../formats/compound/', import.meta.url);
const sampleOf = (format: Name): SourceFile =>
  memoryFile(readFileSync(new URL(`samples/${samples[format].file}`, compound)));
const usual: MergeOptions = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en-GB' };
const everything: MergeOptions = { ...usual, translateComments: true, hidden: true, sheetNames: true };
const least: MergeOptions = { ...usual, translateHeaders: false };

const bytesOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(chunks));
const upperCase = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));
/** Distinct, as they are read: a line above another in one paragraph is a segment of its own. */
const distinct = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.trim()))].sort();

describeWith(['libreoffice', 'poppler'], 'documents of Office 97', () => {
  const converter = new OfficeConverter();
  const host = convertingFormatHost(createFormatHost(), converter, legacyFormats);
  const drawings = mkdtempSync(join(tmpdir(), 'legacy-documents-spec-'));
  afterAll(async () => {
    rmSync(drawings, { recursive: true });
    await host.close();
  });

  const read = async (format: string, file: SourceFile, options: MergeOptions) => {
    const segments: ExtractedSegment[] = [];
    const reading = host.extract(format, file, options, user);
    for (;;) {
      const { value, done } = await reading.next();
      if (done) return { segments, texts: distinct(segments.map(({ parts }) => plainText(parts))), summary: value };
      segments.push(...value);
    }
  };
  const converted = async (from: string, to: string, file: SourceFile): Promise<SourceFile> => {
    await using result = await converter.convert(fileChunks(file), from, to, user);
    return memoryFile(await bytesOf(fileChunks(result)));
  };

  const newerFiles = new Map<Name, Promise<SourceFile>>();
  /** The sample as the service reads it; converted once, since that takes seconds. */
  const newerOf = (format: Name): Promise<SourceFile> => {
    const file = newerFiles.get(format) ?? converted(format, samples[format].newer, sampleOf(format));
    newerFiles.set(format, file);
    return file;
  };

  const merged = async (format: Name, options: MergeOptions, change: (segment: Segment) => Segment) => {
    const { segments } = await read(samples[format].newer, await newerOf(format), options);
    const translations = (async function* () {
      yield* segments.map(({ parts }) => change(parts));
      return undefined;
    })();
    return memoryFile(await bytesOf(host.merge(format, sampleOf(format), options, translations, user)));
  };

  const entriesOf = async (file: SourceFile): Promise<Map<string, string>> => {
    const archive = await ZipArchive.open(file);
    const entries = new Map<string, string>();
    for (const entry of archive.physicalOrder)
      entries.set(entry.name, (await bytesOf(archive.read(entry))).toString('latin1'));
    return entries;
  };

  /** The pages of a document as pictures. */
  const pagesOf = async (format: string, file: SourceFile, name: string): Promise<Buffer[]> => {
    const pdf = join(drawings, `${name}.pdf`);
    writeFileSync(pdf, await bytesOf(fileChunks(await converted(format, 'pdf', file))));
    execFileSync('pdftoppm', ['-r', '60', pdf, join(drawings, name)]);
    const pages = readdirSync(drawings)
      .filter((page) => page.startsWith(`${name}-`))
      .sort();
    return pages.map((page) => readFileSync(join(drawings, page)));
  };

  it.each(names)('a %s is read with what each option asks for, and the report says what stays', async (format) => {
    const { always, asked, without, reasons, newer } = samples[format];
    const file = await newerOf(format);
    expect((await read(newer, file, everything)).texts).toEqual(distinct([...always, ...asked]));
    const { texts, summary } = await read(newer, file, least);
    expect(texts).toEqual(distinct([...always, ...without]));
    expect(distinct((summary.skipped ?? []).map(({ reason }) => reason))).toEqual([...reasons]);
  });

  it.each(names)(
    'the translation of a %s has both languages, names of sheets in formulas, and no pictures',
    async (format) => {
      const { always, asked, newer } = samples[format];
      const options = { ...everything, includeSource: true, preserveImages: false };
      const translated = await converted(format, newer, await merged(format, options, upperCase));
      const found = (await read(newer, translated, everything)).texts.join('\n');
      for (const text of [...always, ...asked]) expect(found).toContain(text.toUpperCase());
      for (const text of [always[0], always.at(-1)]) expect(found).toContain(text);
      const isPicture = (name: string) => /(?:\/media\/|Pictures\/).+\.png$/.test(name);
      expect([...(await entriesOf(await newerOf(format))).keys()].some(isPicture)).toBe(true);
      const entries = await entriesOf(translated);
      expect([...entries.keys()].some(isPicture)).toBe(false);
      if (format === 'xls') expect(entries.get('xl/worksheets/sheet1.xml')).toMatch(/INCOME[^<]*<\/f><v>170</);
    },
  );

  it.each(names)('a %s that nobody changes looks as LibreOffice writes it, page by page', async (format) => {
    const { newer } = samples[format];
    const ours = await merged(format, { ...everything, targetLanguage: 'en' }, (segment) => segment);
    const theirs = await converted(newer, format, await newerOf(format));
    const pages = await pagesOf(format, ours, `${format}-ours`);
    expect(pages).toHaveLength(samples[format].pages);
    expect(pages).toEqual(await pagesOf(format, theirs, `${format}-theirs`));
  });

  it.each(names)('LibreOffice writes no alternative texts into a %s', async (format) => {
    const { newer, source } = samples[format];
    expect(readFileSync(new URL(source, compound), 'utf8')).toContain('<svg:desc>The quay in the morning</svg:desc>');
    const roles = (await read(newer, await newerOf(format), everything)).segments.map(({ role }) => role);
    expect(roles).not.toContain('alt_text');
  });
});
