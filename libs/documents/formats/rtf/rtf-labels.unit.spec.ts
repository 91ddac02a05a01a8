import { describe, expect, it } from 'vitest';
import { defaultFormatOptions } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import { memoryFile } from '../source-file.js';
import { rtfFormat } from './rtf.format.js';
import { merged, rtfOf, textsOf } from './rtf-sample.fixture.js';

const level = (text: string, numbers: string) =>
  `{\\listlevel\\levelnfc0{\\leveltext\\leveltemplateid1${text};}{\\levelnumbers${numbers};}\\fi-360}`;
const table = (...levels: string[]) =>
  `{\\*\\listtable{\\list\\listtemplateid1${levels.join('')}{\\listname Lists;}\\listid1}}`;
const shown = (text: string) => `{\\listtext\\pard\\plain\\f0 ${text}\\tab}`;

describe('labels of lists', () => {
  it('a label is translated with its length and the places of its numbers, and where a paragraph shows it', async () => {
    const body = (text: string, numbers: string, label: string, words: string) =>
      `${table(level(text, numbers))}${shown(label)}\\ls1 ${words}\\par ${shown(label)}\\ls1 1890\\par`;
    const source = body("\\'0bArticle \\'00. ", "\\'09", 'Article 1.', 'Duties');
    expect(await textsOf(source)).toEqual(['Duties', 'Article [1/]. ']);
    expect(await merged(source, ['Deberes', 'El art\u00edculo [1/]:'])).toBe(
      body("\\'0eEl art\\u237?culo \\'00:", "\\'0d", 'El art\\u237?culo 1:', 'Deberes'),
    );
  });

  it('numbers of several levels may change places, and a text keeps those that it shows', async () => {
    const source = `${table(level("\\'0dSection \\'00.\\'01.", "\\'09\\'0b")) + shown('Section IV.2.')}One\\par`;
    const written = await merged(source, ['Eins', '[2/].[1/]. Abschnitt']);
    expect(written).toContain("\\'0e\\'01.\\'00. Abschnitt;}{\\levelnumbers\\'01\\'03;}");
    expect(written).toContain(shown('2.IV. Abschnitt'));
  });

  it('signs, bullets and numbers stay byte for byte', async () => {
    const source = `${table(level("\\'01\\u-3913 ?", ''), level("\\'01o", ''), level("\\'02\\'00)", "\\'01"))}${shown('o')}One\\par`;
    expect(await textsOf(source)).toEqual(['One']);
    expect(await merged(source, ['Uno'])).toBe(source.replace('One', 'Uno'));
  });

  it('a paragraph that programs before Word 97 numbered has its label once, before and behind its number', async () => {
    const body = (before: string, after: string, first: string, second: string) =>
      `{\\pntext\\f0 ${first}\\tab}{\\*\\pn\\pnlvlbody\\pndec{\\pntxtb ${before}}{\\pntxta ${after}}}1889\\par{\\pntext ${second}\\tab}1890\\par`;
    const source = body('Article ', '.', 'Article 1.', 'Article II.');
    expect(await textsOf(source)).toEqual(['Article [1/].']);
    expect(await merged(source, ['[1/]. art\u00edculo'])).toBe(
      body('', '. art\\u237?culo', '1. art\\u237?culo', 'II. art\\u237?culo'),
    );
    const section = (text: string) => `{\\*\\pnseclvl1\\pnucrm{\\pntxtb ${text}}{\\pntxta .}}7\\par`;
    expect(await merged(section('Chapter '), ['Cap\u00edtulo [1/].'])).toBe(section('Cap\\u237?tulo '));
    expect(await textsOf(`{\\pntext\\'b7\\tab}{\\*\\pn\\pnlvlblt{\\pntxtb\\'b7}}7\\par`)).toEqual([]);
  });

  it('a text with words that no list has is counted', async () => {
    const file = memoryFile(Buffer.from(rtfOf(`${shown('Chapter 1')}One\\par`)));
    const reading = rtfFormat.extract(file, defaultFormatOptions);
    let next = await reading.next();
    while (!next.done) next = await reading.next();
    expect(next.value.skipped).toEqual([{ reason: skipReasons.field, count: 1 }]);
  });
});

describe('what a reader sees beside the paragraphs', () => {
  it('entries of an index and of a table of contents are translated, also where they are written as hidden', async () => {
    const body = (one: string, two: string, text: string) => `${text}{\\v{\\xe{\\v ${one}}}}{\\tc ${two}}\\par`;
    const source = body('safety valve', 'Duties', 'The valve');
    expect(await textsOf(source)).toEqual(['The valve', 'safety valve', 'Duties']);
    expect(await merged(source, ['La v', 'seguridad', 'Deberes'])).toBe(body('seguridad', 'Deberes', 'La v'));
    expect(await textsOf(`{\\deleted {\\xe valve}}text\\par`)).toEqual(['text']);
  });

  it('the text of word art is translated, whatever becomes of alternative texts', async () => {
    const art = (text: string) =>
      `{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv ${text}}}{\\sp{\\sn gtextFont}{\\sv Arial Black}}}}text\\par`;
    expect(await textsOf(art('DRAFT VERSION'), { translateAltText: false })).toEqual(['text', 'DRAFT VERSION']);
    expect(await merged(art('DRAFT VERSION'), ['text', 'BORRADOR'])).toBe(art('BORRADOR'));
  });

  it('choices, help and first texts of form fields are translated, and tips of links', async () => {
    const form = (yes: string, help: string) =>
      `{\\field{\\*\\fldinst FORMDROPDOWN {\\*\\formfield{\\fftype2{\\*\\ffname Drop}{\\*\\ffhelptext ${help}}{\\*\\ffl ${yes}}{\\*\\ffl 7}}}}{\\fldrslt }}\\par`;
    expect(await textsOf(form('Yes', 'Say it'))).toEqual(['Say it', 'Yes']);
    expect(await merged(form('Yes', 'Say it'), ['Dilo', 'S\u00ed'])).toBe(form('S\\u237?', 'Dilo'));
    const chosen = (yes: string) => form(yes, '7').replace('fldrslt }', `fldrslt ${yes}}`);
    expect(await merged(chosen('Yes'), ['S', 'S'])).toBe(chosen('S'));
    const link = (tip: string) => `{\\field{\\*\\fldinst HYPERLINK "x" \\\\o "${tip}"}{\\fldrslt 7}}\\par`;
    expect(await merged(link('Go there'), ['Vaya'])).toBe(link('Vaya'));
  });

  it('the two texts of a condition are translated, with the one that is shown; with another field in it all stay', async () => {
    const field = (yes: string, no: string, by = 'x') =>
      `{\\field{\\*\\fldinst IF ${by} = "1" "${yes}" "${no}"}{\\fldrslt ${yes}}}\\par`;
    expect(await textsOf(field('Paid', 'Due'))).toEqual(['Paid', 'Paid', 'Due']);
    expect(await merged(field('Paid', 'Due'), ['Pagado', 'Pagado', 'Pendiente'])).toBe(field('Pagado', 'Pendiente'));
    const inRuns = '{\\field{\\*\\fldinst {IF x = }{\\insrsid7 "so" "Paid" "Due"}}{\\fldrslt Paid}}\\par';
    expect(await textsOf(inRuns)).toEqual(['Paid', 'Paid', 'Due']);
    const withTip = '{\\field{\\*\\fldinst IF x = "1" \\\\o "Paid" "Due"}{\\fldrslt Paid}}\\par';
    expect(await textsOf(withTip)).toEqual(['Paid', 'Paid', 'Due']);
    expect(await textsOf(field('Paid', 'Due', '{\\field{\\*\\fldinst MERGEFIELD a}{\\fldrslt b}}'))).toEqual([]);
  });
});
