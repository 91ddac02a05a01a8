import { afterAll, describe, expect, it } from 'vitest';
import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { pdfFormat } from '#libs/documents/formats/pdf/pdf.format.js';
import { onePage, onePageIn } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { WorkCounter } from '#test/work/counted-work.js';
import { describeLinearWork, growthOf, type Work } from '#test/work/linear-work.js';

const pageOf = throughFormat(pdfFormat, (text) => onePage(`(Words) Tj ${text}`));

describeLinearWork({ 'a page of PDF': pageOf }, [
  '(a) Tj ',
  '(words of a line) Tj T* ',
  '(a) Tj 40 0 Td ',
  '(a) Tj 0 0 Td ',
  '(a) Tj 200 -12 Td ',
  '(words) Tj 0 0.5 Td ',
  '[(a) 556 (a) 556] TJ ',
  '/F1 60 Tf (A) Tj /F1 12 Tf (words of some lines) Tj T* ',
  '[(a) 2000 (b)] TJ ',
  "(a) ' ",
  '/F2 12 Tf (b) Tj /F1 12 Tf (a) Tj ',
  '/Span << /ActualText (a) >> BDC (b) Tj EMC ',
  '/P BMC (b) Tj ',
  '/Artifact BMC ',
  'EMC ',
  'ET BT ',
  'q ',
  'Q ',
  '(1.) Tj 20 0 Td (a) Tj ',
  '(.....) Tj (a) Tj ',
  '(a-) Tj T* ',
  '0 0 1 1 re ',
  '36 502 2 2 re f (a) Tj T* ',
  '0 0 m 9 9 l ',
  '0 0 m 900 0 l ',
  "ET 30 496 m 90 496 l 60 400 m 60 600 l S BT 1 0 0 1 40 500 Tm (a) Tj (b) ' ",
  '1 0.01 -0.01 1 0 0 cm ',
  '(a) Tj 4 7 Td ',
  'BI ID EI',
  'BI ID x EI ',
  '<< /A ',
  '[ ',
  '( ',
  '<',
  '1 ',
  '/a ',
  '% ',
]);

describe('a page of PDF whose work grew faster than its text once', { timeout: 600_000 }, () => {
  const counter = new WorkCounter();
  afterAll(() => {
    counter.end();
  });

  const halves =
    (first: string, then: string): Work =>
    (text) =>
      pageOf(
        first.repeat(Math.ceil(text.length / 2 / first.length)) + then.repeat(Math.ceil(text.length / 2 / then.length)),
        first,
      );

  it.each<[name: string, work: Work, construct: string]>([
    ['paragraphs over each other', pageOf, '/Span << /ActualText (a) >> BDC (b) Tj EMC ET BT /P BMC (b) Tj '],
    ['a column above a line of many paragraphs', halves("(a) ' ", '[(a) 2000 (b)] TJ '), 'x'],
  ])('takes twice the steps for twice as many %s', async (_, work, construct) => {
    const growth = await growthOf(counter, work, construct, Math.ceil(5_000 / construct.length));
    expect(growth).toMatchObject({ isLinear: true });
  });

  it('takes no more steps for widths of a font that are set again and again, beyond a bound', async () => {
    const through = throughFormat(pdfFormat, (text) =>
      onePageIn(
        [
          '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
          `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /W [${'0 65535 500 '.repeat(text.length)}] >>`,
        ],
        '<0001> Tj',
      ),
    );
    const stepsOf = (count: number) => counter.stepsOf(() => through('x'.repeat(count), 'x'));
    const [few, more] = [await stepsOf(4), await stepsOf(60)];
    expect(more).toBeLessThan(2 * few);
  });
});
