import { describe, expect, it } from 'vitest';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { noted, readAll, translatedParts } from '../odf/odf-reading.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxOf, p, r } from './docx-sample.fixture.js';

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const level = (text: string) => `<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = (...labels: string[]) =>
  `<w:numbering ${word}><w:abstractNum w:abstractNumId="0">${labels.map(level).join('')}</w:abstractNum></w:numbering>`;
const documentOf = (...labels: string[]) =>
  docxOf({
    body: p(r('text')),
    others: [{ type: 'numbering', target: 'numbering.xml', content: numbering(...labels) }],
  });

const read = async (labels: readonly string[], options = {}) => {
  const { segments, summary } = await readAll(docxFormat, documentOf(...labels), options);
  return { texts: segments.map(({ parts }) => noted(parts)), skipped: summary.skipped };
};
const merged = async (labels: readonly string[], translations: string[]) =>
  (await translatedParts(docxFormat, documentOf(...labels), translations))['word/numbering.xml'];

describe('labels of numbering', () => {
  it('words of a label are translated, and its numbers are tags', async () => {
    expect((await read(['Article %1.', 'Section %1.%2 ', '第%3章'])).texts).toEqual([
      'text',
      'Article <1/>.',
      'Section <1/>.<2/>',
      '第<3/>章',
    ]);
    expect(await merged(['Article %1.', 'Section %1.%2 '], ['texto', 'Artículo <1/>.', '<2/>.<1/> Sección'])).toContain(
      level('Artículo %1.') + level('%2.%1 Sección '),
    );
  });

  it('numbers, signs and single letters are no labels with words', async () => {
    expect(await read(['%1.', '(a%1)', 'o', '§ %1', ''])).toEqual({ texts: ['text'], skipped: [] });
  });

  it('the same label has one translation, and a number that it lost is there again', async () => {
    expect(await merged(['Part %1', 'Part %1'], ['texto', 'Parte'])).toContain(level('Parte%1') + level('Parte%1'));
  });

  it('a per cent sign of a translation is no number of a level', async () => {
    expect(await merged(['Part %1'], ['texto', 'Parte 5%2 <1/>'])).toContain(level('Parte 5\u066a2 %1'));
  });

  it('labels belong to all pages, and are counted where a page range leaves them', async () => {
    expect((await read(['Article %1.'], { pageRange: [{ from: 1, to: 1 }] })).skipped).toEqual([
      { part: 'word/numbering.xml', reason: skipReasons.outsideRange, count: 1 },
    ]);
  });
});
