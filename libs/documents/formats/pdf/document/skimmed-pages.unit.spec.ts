import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { defaultFormatOptions, type FormatOptions } from '../../format.port.js';
import { countText, type TextCount } from '../../text-count.js';
import * as layout from '../layout/paragraphs.js';
import { pdfFormat } from '../pdf.format.js';
import { onePage, pagesOf } from '../pdf-sample.fixture.js';

const fileOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});
const sample = (name: string): Buffer => readFileSync(new URL(`../samples/${name}.pdf`, import.meta.url));

const textsOf = async (bytes: Buffer, options: Partial<FormatOptions> = {}): Promise<readonly string[]> => {
  const skimmed = pdfFormat.skim?.(fileOf(bytes), { ...defaultFormatOptions, ...options });
  return (await Array.fromAsync(skimmed ?? [])).flatMap(({ texts }) => texts);
};
const countOf = async (bytes: Buffer, format: Parameters<typeof countText>[0]): Promise<TextCount | undefined> =>
  (await Array.fromAsync(countText(format, fileOf(bytes), defaultFormatOptions))).at(-1);

const layOut = vi.spyOn(layout, 'layoutOf');
beforeEach(() => void layOut.mockClear());

it.each(['accessible', 'archive', 'columns', 'encrypted-aes256', 'libreoffice', 'object-streams', 'pieces'])(
  'the words of %s.pdf are nearly those of its segments',
  async (name) => {
    const { words = 0, pageCount } = (await countOf(sample(name), pdfFormat)) ?? {};
    const exact = await countOf(sample(name), { extract: pdfFormat.extract });
    expect(Math.abs(words - (exact?.words ?? 0))).toBeLessThanOrEqual(2);
    expect(pageCount).toBeGreaterThan(0);
  },
);

it('a count lays no page out, and segments are found by laying out each', async () => {
  const bytes = sample('pieces');
  await countOf(bytes, pdfFormat);
  expect(layOut).not.toHaveBeenCalled();
  await countOf(bytes, { extract: pdfFormat.extract });
  expect(layOut).toHaveBeenCalled();
});

it('words that are drawn in pieces, cut at the end of a line or drawn twice are counted once', async () => {
  const content = '(The har) Tj (bour was ) Tj (never) Tj 0 -14 Td (closed in the win-) Tj 0 -14 Td (ter of it.) Tj';
  expect(await textsOf(onePage(content))).toEqual(['The harbour was never closed in the winter of it.']);
  expect(await textsOf(onePage('(Bold words) Tj 0 0 Td (Bold words) Tj'))).toEqual(['Bold words']);
});

it('leaders, numbers and formulas are no words', async () => {
  expect(await textsOf(onePage('(The first chapter ........ 12) Tj 0 -40 Td (3.14) Tj'))).toEqual([
    'The first chapter 12',
  ]);
});

it('heads and feet are left out where they are not translated, and pages outside of the range', async () => {
  const at = (y: number, text: string) => `BT /F1 10 Tf 40 ${y} Td (${text}) Tj ET`;
  const bytes = pagesOf([
    { content: `${at(590, 'A head')} ${at(300, 'Words')} ${at(10, 'A foot')}` },
    { content: at(300, 'Others') },
  ]);
  expect(await textsOf(bytes)).toEqual(['A head', 'Words', 'A foot', 'Others']);
  expect(await textsOf(bytes, { translateHeaders: false, pageRange: [{ from: 1, to: 1 }] })).toEqual(['Words']);
  expect(await textsOf(pagesOf([{ content: at(590, 'A head') }]), { translateHeaders: false })).toEqual([]);
});

it.each([
  ['without text', pagesOf([{ content: '0 0 10 10 re f' }]), 'no text that could be translated'],
  ['that is no PDF', Buffer.from('%PNG'), 'not a PDF'],
])('a file %s is refused', async (_, bytes, message) => {
  await expect(textsOf(bytes)).rejects.toThrow(message);
});
