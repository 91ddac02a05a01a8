import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  defaultMergeOptions,
  type ExtractedSegment,
  type MergeOptions,
  type MergeSummary,
} from '#libs/documents/formats/format.port.js';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { pagesOf } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { sourceBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { describeWith } from '#test/servers/describe-with.js';
import { convertingFormatHost } from '../office/converting-format-host.js';
import { OfficeConverter } from '../office/office-converter.js';
import { withRecognition } from './kept-recognition.js';
import { readPixelMap } from './picture.js';
import { letter, scanOf } from './scan.fixture.js';
import { ScanReader } from './scan-reader.js';

/** The folders of this process in which files lie while programs read them. */
const foldersLeft = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`transledger-office-${process.pid}-`));

const user = { organizationId: 'org_1' };
const paragraphs = [
  'Annual report',
  'The committee met on Tuesday to discuss the new proposal for the garden. Everyone agreed that the old trees should stay where they are.',
  'Nobody asked for money.',
  'The next meeting is in May.',
];

describeWith(['tesseract'], 'scanned pages', () => {
  const host = convertingFormatHost(createFormatHost(), new OfficeConverter(), [], new ScanReader());
  afterAll(() => host.close());
  let scan: Buffer;
  beforeAll(() => {
    scan = scanOf(letter);
  });

  const optionsFor = async (pdf: Buffer, given: Partial<MergeOptions> = {}): Promise<MergeOptions> => {
    const blobs = new InMemoryBlobStore();
    const blob = await blobs.put(
      sourceBlobOf(documentId),
      (async function* () {
        yield pdf;
      })(),
    );
    const languages = { sourceLanguage: 'en', targetLanguage: 'en' };
    const options = { ...defaultMergeOptions, ...languages, ocr: true, ...given };
    return await withRecognition({ blobs, formats: host }, { format: 'pdf', blob }, options, user);
  };

  const extracted = async (pdf: Buffer, options: MergeOptions) => {
    const segments: ExtractedSegment[] = [];
    const extraction = host.extract('pdf', memoryFile(pdf), options, user);
    for (;;) {
      const { value, done } = await extraction.next();
      if (done) return { segments, texts: segments.map(({ parts }) => plainText(parts)), summary: value };
      segments.push(...value);
    }
  };

  const merged = async (pdf: Buffer, options: MergeOptions, translations: readonly Segment[]) => {
    const given = (async function* (): AsyncGenerator<Segment, undefined> {
      yield* translations;
      return undefined;
    })();
    const chunks: Uint8Array[] = [];
    const merging = host.merge('pdf', memoryFile(pdf), options, given, user);
    let summary: MergeSummary = {};
    for (;;) {
      const { value, done } = await merging.next();
      if (done) {
        summary = value;
        break;
      }
      chunks.push(Buffer.from(value));
    }
    return { bytes: Buffer.concat(chunks), summary };
  };

  const shown = (pdf: Buffer): string =>
    spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).stdout.toString();

  it('their paragraphs are segments without tags, and the report says that they were read', async () => {
    const { segments, texts, summary } = await extracted(scan, await optionsFor(scan));
    expect(texts).toEqual(paragraphs);
    expect(segments.every(({ parts }) => parts.every(({ kind }) => kind === 'text'))).toBe(true);
    expect(summary.warnings).toEqual([expect.objectContaining({ code: 'text_recognised', part: 'page 1', count: 6 })]);
  });

  it.each([0, 90, 180, 270])(
    'a translation stands over a scan that is turned by %s degrees, on a fill of the colour around it',
    async (rotate) => {
      const scan = scanOf(letter, { rotate });
      const options = await optionsFor(scan);
      const { segments, texts } = await extracted(scan, options);
      expect(texts).toEqual(paragraphs);
      const translations = segments.map(
        ({ parts }, at): Segment => (at === 3 ? [{ kind: 'text', text: 'Bis bald.' }] : parts),
      );
      const { bytes, summary } = await merged(scan, options, translations);
      expect(bytes.subarray(0, scan.length).equals(scan)).toBe(true);
      expect(summary.overflowed ?? 0).toBe(0);
      expect(shown(bytes)).toContain('Bis bald.');
      expect(shown(bytes)).not.toContain('next meeting');
      const drawn = spawnSync('pdftoppm', ['-r', '72', '-singlefile', '-'], {
        input: bytes,
        maxBuffer: 2 ** 24,
      }).stdout;
      const picture = readPixelMap(drawn);
      const pixel = (x: number, y: number) => [
        ...(picture?.pixels.subarray((y * 400 + x) * 3, (y * 400 + x) * 3 + 3) ?? []),
      ];
      // What stood behind the shorter translation is of the blue of its box.
      for (const x of [150, 170, 190, 210])
        for (const part of [0, 1, 2]) {
          const blue = [26, 51, 128][part] ?? 0;
          expect(Math.abs((pixel(x, 262)[part] ?? 0) - blue)).toBeLessThan(8);
        }
    },
  );

  it('a file whose translation is its source comes back as it was', async () => {
    const options = await optionsFor(scan);
    const { segments } = await extracted(scan, options);
    const { bytes } = await merged(
      scan,
      options,
      segments.map(({ parts }) => parts),
    );
    expect(bytes.equals(scan)).toBe(true);
  });

  it('pages with text of their own are left to it, and a page range is kept', async () => {
    const mixed = scanOf(letter, { text: 'Plain words' });
    const { texts } = await extracted(mixed, await optionsFor(mixed));
    expect(texts).toEqual([...paragraphs, 'Plain words']);
    const second = await optionsFor(mixed, { pageRange: [{ from: 2, to: 2 }] });
    expect((await extracted(mixed, second)).texts).toEqual(['Plain words']);
    expect(second.recognition).toEqual([]);
  });

  it('a page of a hostile size is read in no more pixels than any other', async () => {
    for (const box of ['0 0 14400 14400', '0 0 3 14400', '0 0 0.001 0.001']) {
      const hostile = pagesOf([{ content: '0 g 0 0 2 2 re f', entries: `/MediaBox [${box}]` }]);
      for (const { width, height } of (await optionsFor(hostile)).recognition ?? [])
        expect(Math.max(width, height)).toBeLessThanOrEqual(3000);
    }
  });

  it('what takes too long is ended, and nothing of it is left', async () => {
    const before = foldersLeft();
    const reader = new ScanReader({ limitMs: 50 });
    await expect(reader.read(memoryFile(scan), [1], 'en', user)).rejects.toMatchObject({ reason: 'hostile' });
    expect(foldersLeft()).toEqual(before);
  });

  it('a scan is refused without the option', async () => {
    const options = await optionsFor(scan, { ocr: false });
    await expect(extracted(scan, options)).rejects.toThrow('format_options.ocr');
  });
});
