import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions, type MergeOptions, type RecognisedLine, type Recognition } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { pdfFormat } from './pdf.format.js';
import { pagesOf } from './pdf-sample.fixture.js';

/** A page of 400 by 600 points that shows no text, and one with text. */
const scan = pagesOf([{ content: '0.5 g 0 0 400 600 re f' }]);
const mixed = pagesOf([
  { content: '0.5 g 0 0 400 600 re f' },
  { content: 'BT /F1 12 Tf 40 500 Td (Plain words) Tj ET' },
  { content: '' },
]);

/** A line of 20 pixels' height at four pixels a point: its words are 20 pixels apart. */
const line = (top: number, ...texts: string[]): RecognisedLine => {
  let left = 160;
  const words = texts.map((text) => {
    const word = { text, left, right: left + text.length * 24 };
    left = word.right + 20;
    return word;
  });
  const right = left - 20;
  return {
    words,
    left: 160,
    top,
    right,
    bottom: top + 48,
    baseline: top + 38,
    height: 48,
    background: [255, 0, 0],
    ink: [0, 0, 255],
  };
};
const recognition: Recognition = [
  {
    page: 1,
    width: 1600,
    height: 2400,
    lines: [line(200, 'One', 'line', 'Привет'), line(260, 'goes', 'on')],
    uncertainWords: 2,
  },
];
const options: MergeOptions = {
  ...defaultMergeOptions,
  sourceLanguage: 'en',
  targetLanguage: 'en',
  ocr: true,
  recognition,
};

const read = async (pdf: Buffer, given: MergeOptions) => {
  const extraction = pdfFormat.extract(memoryFile(pdf), given);
  const segments: Segment[] = [];
  for (;;) {
    const { value, done } = await extraction.next();
    if (done) return { segments, texts: segments.map((parts) => plainText(parts)), summary: value };
    segments.push(...value.map(({ parts }) => parts));
  }
};

const written = async (pdf: Buffer, translations: readonly Segment[]): Promise<Buffer> => {
  const given = (async function* (): AsyncGenerator<Segment, undefined> {
    yield* translations;
    return undefined;
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdfFormat.merge(memoryFile(pdf), options, given)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('text that was recognised on a scan', () => {
  it('text that was recognised on a scan is read as paragraphs without tags, in any script, with what a reader should know', async () => {
    const { segments, texts, summary } = await read(scan, options);
    expect(texts).toEqual(['One line Привет goes on']);
    expect(segments.flat().every(({ kind }) => kind === 'text')).toBe(true);
    expect(summary.warnings?.map(({ code, part, count }) => [code, part, count])).toEqual([
      ['text_recognised', 'page 1', 2],
      ['text_uncertain', 'page 1', 2],
    ]);
  });

  it('text that was recognised on a scan is one text where its lines differ in height and colour, as lines of a scan do', async () => {
    const lines = [
      line(200, 'One', 'line', 'that', 'goes'),
      { ...line(260, 'on', 'here'), height: 58, ink: [200, 0, 0] as const },
    ];
    const differing = recognition.map((page) => ({ ...page, lines }));
    const { segments } = await read(scan, { ...options, recognition: differing });
    expect(segments).toEqual([[{ kind: 'text', text: 'One line that goes on here' }]]);
  });

  it('text that was recognised on a scan stays a picture while its translation is its source', async () => {
    const { segments } = await read(scan, options);
    expect((await written(scan, segments)).equals(scan)).toBe(true);
  });

  it('text that was recognised on a scan is covered by its translation, which shows and is text of the page from then on', async () => {
    const result = await written(scan, [[{ kind: 'text', text: 'Another text' }]]);
    expect(result.subarray(0, scan.length).equals(scan)).toBe(true);
    const { texts } = await read(result, { ...options, ocr: false, recognition: [] });
    expect(texts).toEqual(['Another text']);
  });

  it('text that was recognised on a scan is looked for on pages that show something and no text', async () => {
    const { recognition: _none, ...unread } = options;
    expect((await read(mixed, unread)).summary.scannedPages).toEqual([1]);
    expect((await read(mixed, { ...unread, pageRange: [{ from: 2, to: 3 }] })).summary.scannedPages).toEqual([]);
    expect((await read(scan, unread)).texts).toEqual([]);
  });

  it('text that was recognised on a scan is nothing where nothing was found, and the file is refused', async () => {
    await expect(read(scan, { ...options, recognition: [] })).rejects.toThrow('nor on its scanned pages');
    await expect(read(scan, { ...options, ocr: false, recognition: [] })).rejects.toThrow('format_options.ocr');
  });
});
