import { describe, expect, it } from 'vitest';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import type { SampleBook } from './xlsx-sample.fixture.js';
import { extracted, from, merged } from './xlsx-spec.fixture.js';

const formats = (...codes: string[]) =>
  `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>`;
const bookOf = (...codes: string[]): SampleBook => ({
  sheets: [{ name: 'One' }],
  styles: `${formats(...codes)}<cellXfs><xf numFmtId="164"/></cellXfs>`,
});

describe('texts of number formats', () => {
  it('texts of formats are segments, each once, and stand in their codes in translation', async () => {
    const book = bookOf('0 "working days";"loss of "0', '0.0 "working days"', '#,##0.00', '0"x"');
    expect((await extracted(book)).texts).toEqual(['working days', 'loss of']);
    const { part } = await merged(book, from({ 'working days': 'días "hábiles"', 'loss of': 'pérdida de' }));
    expect(part('xl/styles.xml')).toContain(
      formats('0 "días "\\""hábiles"\\""";"pérdida de "0', '0.0 "días "\\""hábiles"\\"""', '#,##0.00', '0"x"'),
    );
  });

  it('formats of conditional formatting are translated too, and looks change with them', async () => {
    const styles = `<dxfs><dxf><numFmt numFmtId="170" formatCode="&quot;late&quot;"/></dxf></dxfs><cellXfs><xf><alignment horizontal="left"/></xf></cellXfs>`;
    const { part } = await merged({ sheets: [{ name: 'One' }], styles }, from({}), { targetLanguage: 'ar' });
    expect(part('xl/styles.xml')).toContain('formatCode="&quot;LATE&quot;"');
    expect(part('xl/styles.xml')).toContain('horizontal="right"');
  });

  it('formats stay and are counted where sheets are outside of the page range', async () => {
    const { texts, summary } = await extracted(bookOf('0 "days"'), { pageRange: [{ from: 1, to: 1 }] });
    expect(texts).toEqual([]);
    expect(summary.skipped).toEqual([{ part: 'xl/styles.xml', reason: skipReasons.outsideSheet, count: 1 }]);
  });

  it('a format that would become longer than Excel allows stays, and is counted', async () => {
    const book = bookOf('0 "days"');
    const { part, summary } = await merged(book, from({ days: 'd'.repeat(300) }));
    expect(summary).toMatchObject({ overflowed: 1, overflowedIn: [{ part: 'xl/styles.xml', count: 1 }] });
    expect(part('xl/styles.xml')).toContain(formats('0 "days"'));
  });

  it('labels and values of a chart have the formats in translation', async () => {
    const chart = (text: string) =>
      `<c:numRef><c:f>One!A1</c:f><c:numCache><c:formatCode>0 "${text}"</c:formatCode></c:numCache></c:numRef><c:dLbls><c:numFmt formatCode="0 &quot;${text}&quot;" sourceLinked="0"/></c:dLbls>`;
    const book: SampleBook = { sheets: [{ name: 'One', drawing: '', chart: chart('pieces') }] };
    expect((await extracted(book)).texts).toEqual(['pieces']);
    expect((await merged(book)).part('xl/charts/chart1.xml')).toContain(chart('PIECES'));
  });
});
