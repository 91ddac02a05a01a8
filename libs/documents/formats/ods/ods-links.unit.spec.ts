import { describe, expect, it } from 'vitest';
import { readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { cell, odsOf, p, row, sheet } from '../odf/odf-sample.fixture.js';
import { odsFormat } from './ods.format.js';

const made = (formula: string, content: string, attributes = '') =>
  cell(content, ` table:formula="${formula.replaceAll('"', '&quot;')}"${attributes}`);
const fileWith = (content: string, name = 'One') => odsOf(sheet(name, row(content)));
const contentOf = async (bytes: Uint8Array, translations: readonly string[], options = {}) =>
  (await translatedParts(odsFormat, bytes, translations, options))['content.xml'];

describe('the label of a link that a formula makes', () => {
  const link = (label: string, content = p(label)) => made(`of:=HYPERLINK("https://a.example";"${label}")`, content);

  it('the label of a link is a segment, and changes in the formula and in its cell', async () => {
    expect(await textsOf(odsFormat, fileWith(link('Report')))).toEqual(['Report']);
    expect(await contentOf(fileWith(link('Report')), ['Informe'])).toContain(link('Informe'));
  });

  it('the label of a link changes in the value of its cell, and has its quotes doubled in the formula', async () => {
    const both = (doubled: string, shown: string) =>
      made(`of:=HYPERLINK([.B1];"${doubled}")`, p(shown), ` office:string-value="${shown.replaceAll('"', '&quot;')}"`);
    expect(await contentOf(fileWith(both('A ""B""', 'A "B"')), ['Un "B"'])).toContain(both('Un ""B""', 'Un "B"'));
  });

  it('the label of a link is found where its text is a link too, and with the commas of Excel', async () => {
    const inside = (text: string) => p(`<text:a xlink:href="https://a.example">${text}</text:a>`);
    expect(await contentOf(fileWith(link('Report', inside('Report'))), ['Informe'])).toContain(
      link('Informe', inside('Informe')),
    );
    const excel = (label: string) => made(`msoxl:=HYPERLINK("a","${label}")`, p(label));
    expect(await contentOf(fileWith(excel('Report')), ['Informe'])).toContain(excel('Informe'));
  });

  it('the label of a link follows the sheets of its formula', async () => {
    const town = (name: string, label: string) => made(`of:=HYPERLINK([$${name}.A1];"${label}")`, p(label));
    const translated = await contentOf(fileWith(town('Town', 'Go'), 'Town'), ['Pueblo', 'Ir'], { sheetNames: true });
    expect(translated).toContain(town('Pueblo', 'Ir'));
  });

  it('the label of a link stands without its source where both languages are asked for', async () => {
    expect(await contentOf(fileWith(link('Report')), ['Informe'], { includeSource: true })).toContain(link('Informe'));
  });

  it('the label of a link stays where the cell shows another text, and where the formula is more than the link', async () => {
    const others = link('Report', p('Stale')) + made('of:=IF([.A1];HYPERLINK("a";"Report");"No")', p('Report'));
    const { segments, summary } = await readAll(odsFormat, fileWith(others));
    expect(segments).toEqual([]);
    expect(summary.skipped).toEqual([
      { part: 'content.xml', reason: 'The text is the result of a formula.', count: 2 },
    ]);
  });
});
