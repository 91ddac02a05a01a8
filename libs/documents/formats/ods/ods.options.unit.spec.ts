import { describe, expect, it } from 'vitest';
import { readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { box, cell, contentXml, odsOf, p, row, sheet } from '../odf/odf-sample.fixture.js';
import { odsFormat } from './ods.format.js';

const hiddenStyle =
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>';
const hiddenSheet = (name: string, content: string) => sheet(name, content, ' table:style-name="ta1"');
const texts = (body: string, options = {}) => textsOf(odsFormat, odsOf({ body, automatic: hiddenStyle }), options);

describe('cells', () => {
  const typed = (type: string, text: string) =>
    `<table:table-cell office:value-type="${type}"><text:p>${text}</text:p></table:table-cell>`;

  it('cells with text are read; those with values and results of formulas are not', async () => {
    const cells = ['float', 'date', 'boolean', 'percentage', 'currency', 'time'].map((type) => typed(type, 'one'));
    const formula = cell(p('sum'), ' table:formula="of:=[.A1]"');
    expect(await texts(sheet('a', row(`${cells.join('')}${formula}${cell(p('Text') + p('More'))}`)))).toEqual([
      'Text',
      'More',
    ]);
  });

  it('a cell whose type is none of ODF shows its text', async () => {
    expect(await texts(sheet('a', row(typed('unknown', 'Text') + typed('void', 'More'))))).toEqual(['Text', 'More']);
  });

  it('comments and shapes at a cell are read whatever its value is', async () => {
    const comment = `<office:annotation>${p('Why?')}</office:annotation>`;
    const value = `<table:table-cell office:value-type="float">${comment}${p('7')}${box(p('boxed'))}</table:table-cell>`;
    expect(await texts(sheet('a', row(value)), { translateComments: true })).toEqual(['Why?', 'boxed']);
  });

  it('a value beside the text of a cell follows it, or is translated where it is all there is', async () => {
    const valued = (value: string, content: string) =>
      `<table:table-cell office:value-type="string" office:string-value="${value}">${content}</table:table-cell>`;
    const body = (one: string, two: string, three: string) =>
      sheet('a', row(`${valued(`${one}&#10;${two}`, p(one) + p(two))}${valued(three, '')}`));
    expect(await texts(body('one', 'two', 'three'))).toEqual(['one', 'two', 'three']);
    const parts = await translatedParts(odsFormat, odsOf(body('one', 'two', 'three')), ['uno', 'dos', 'tr"es']);
    expect(parts['content.xml']).toBe(contentXml('spreadsheet', body('uno', 'dos', 'tr&quot;es')));
  });

  it('messages of validations are read', async () => {
    const validations =
      '<table:content-validations><table:content-validation><table:help-message table:title="One"><text:p>Two</text:p></table:help-message></table:content-validation></table:content-validations>';
    expect(await texts(validations + sheet('a', ''))).toEqual(['One', 'Two']);
  });
});

describe('hidden cells', () => {
  const columns =
    '<table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/><table:table-column/>';
  const cells = cell(p('One')) + cell(p('Two'), ' table:number-columns-repeated="2"') + cell(p('Three'));
  const body = `${hiddenSheet('a', row(cell(p('Zero'))))}<table:table table:name="b">${columns}${row(cells)}${row(cell(p('Four')), ' table:visibility="collapse"')}</table:table>`;

  it('hidden sheets, rows and columns are read only when the options ask for them', async () => {
    expect(await texts(body)).toEqual(['One', 'Three']);
    expect(await texts(body, { hidden: true })).toEqual(['Zero', 'One', 'Two', 'Three', 'Four']);
  });

  it('hidden text is counted as skipped', async () => {
    const { summary } = await readAll(odsFormat, odsOf({ body, automatic: hiddenStyle }));
    expect(summary.skipped).toEqual([{ part: 'content.xml', reason: 'The text is hidden.', count: 3 }]);
  });

  it('a repeated cell that is hidden in part is read', async () => {
    const repeated = row(cell(p('One'), ' table:number-columns-repeated="2"'));
    expect(await texts(`<table:table table:name="b">${columns}${repeated}</table:table>`)).toEqual(['One']);
  });
});

describe('pages', () => {
  const object = (name: string) =>
    `<table:shapes><draw:frame><draw:object xlink:href="./${name}"/></draw:frame></table:shapes>`;
  const chart = (name: string) => ({
    name: `${name}/content.xml`,
    content: contentXml('chart', `<chart:chart>${p(`Chart of ${name}`)}</chart:chart>`),
  });
  const file = odsOf({
    body: `${sheet('a', object('Object 1') + row(cell(p('One'))))}${hiddenSheet('b', row(cell(p('Hidden'))))}${sheet('c', object('Object 2') + row(cell(p('Two'))))}`,
    automatic: hiddenStyle,
    meta: '<dc:title>Title</dc:title>',
    others: [chart('Object 1'), chart('Object 2')],
  });

  it('a page is a sheet that shows', async () => {
    expect((await readAll(odsFormat, file)).summary.pageCount).toBe(2);
    expect((await readAll(odsFormat, odsOf(''))).summary.pageCount).toBe(1);
  });

  it('sheets outside the page range stay as they are, with their objects, and so does what is on no sheet', async () => {
    expect(await textsOf(odsFormat, file)).toEqual(['One', 'Two', 'Title', 'Chart of Object 1', 'Chart of Object 2']);
    expect(await textsOf(odsFormat, file, { pageRange: [{ from: 2, to: 7 }] })).toEqual(['Two', 'Chart of Object 2']);
    expect(await textsOf(odsFormat, file, { pageRange: [{ from: 1, to: 1 }] })).toEqual(['One', 'Chart of Object 1']);
    expect(await textsOf(odsFormat, file, { pageRange: [{ from: 9, to: 9 }] })).toEqual([]);
  });
});

describe('headers and alternative texts', () => {
  const masters = (display: string) =>
    `<style:master-page style:name="a"><style:header${display}><style:region-left>${p('Head')}</style:region-left></style:header></style:master-page>`;

  it('headers are read where they show and the options ask for them', async () => {
    const file = (display: string) => odsOf({ body: sheet('a', ''), masters: masters(display) });
    expect(await textsOf(odsFormat, file(''))).toEqual(['Head']);
    expect(await textsOf(odsFormat, file(''), { translateHeaders: false })).toEqual([]);
    expect(await textsOf(odsFormat, file(' style:display="false"'))).toEqual([]);
  });

  it('the description of a shape is read, and the cells that a chart names in one are not', async () => {
    const shape = '<table:shapes><draw:g><svg:desc>A ship</svg:desc></draw:g></table:shapes>';
    const table = `<chart:chart><table:table>${row(cell(`${p('One')}<draw:g><svg:desc>Town.A1</svg:desc></draw:g>`))}</table:table></chart:chart>`;
    const others = [{ name: 'Object 1/content.xml', content: contentXml('chart', table) }];
    const file = odsOf({ body: sheet('a', shape), others });
    expect(await textsOf(odsFormat, file)).toEqual(['A ship', 'One']);
    expect(await textsOf(odsFormat, file, { translateAltText: false })).toEqual(['One']);
  });
});

it('sheets run from right to left for such a language', async () => {
  const automatic =
    '<style:style style:name="t" style:family="table"><style:table-properties style:writing-mode="lr-tb"/></style:style>';
  const file = odsOf({ body: sheet('a', row(cell(p('One')))), automatic });
  const parts = await translatedParts(odsFormat, file, ['One'], { targetLanguage: 'ar' });
  expect(parts['content.xml']).toContain('<style:table-properties style:writing-mode="rl-tb"/>');
  const inPart = await translatedParts(odsFormat, file, ['One'], {
    targetLanguage: 'ar',
    pageRange: [{ from: 1, to: 1 }],
  });
  expect(inPart['content.xml']).toContain('<style:table-properties style:writing-mode="lr-tb"/>');
});

describe('a picture that gives place to its alternative text', () => {
  const frame = (content: string) => `<draw:frame draw:name="p" svg:width="2cm">${content}</draw:frame>`;
  const picture = (words: string) => frame(`<draw:image xlink:href="Pictures/1.png"/><svg:desc>${words}</svg:desc>`);
  const boxed = (words: string) =>
    frame(
      `<draw:text-box><t:p xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0">${words}</t:p></draw:text-box><svg:desc>${words}</svg:desc>`,
    );
  const body = (shown: string, shape: (words: string) => string, words: readonly string[]) =>
    sheet(
      'One',
      `<table:shapes>${shape(words[0] ?? '')}</table:shapes>${row(
        cell(p(shown) + shape(words[1] ?? ''), ` office:string-value="${shown}"`) +
          `<table:table-cell office:value-type="float" office:value="7">${p('7')}${shape(words[2] ?? '')}</table:table-cell>`,
      )}`,
    );

  it('a text box stands in the place of a picture on a sheet and in a cell', async () => {
    const source = body('a', picture, ['one', 'two', 'three']);
    expect(await textsOf(odsFormat, odsOf(source))).toEqual(['one', 'a', 'two', 'three']);
    const translations = ['uno', 'b', 'dos', 'tres'];
    const parts = await translatedParts(odsFormat, odsOf(source), translations, { preserveImages: false });
    expect(parts['content.xml']).toBe(contentXml('spreadsheet', body('b', boxed, ['uno', 'dos', 'tres'])));
    const kept = await translatedParts(odsFormat, odsOf(source), translations);
    expect(kept['content.xml']).toBe(contentXml('spreadsheet', body('b', picture, ['uno', 'dos', 'tres'])));
  });

  it('a picture on a hidden sheet stays', async () => {
    const source = hiddenSheet('a', `<table:shapes>${picture('one')}</table:shapes>`) + sheet('b', row(cell(p('a'))));
    const file = odsOf({ body: source, automatic: hiddenStyle });
    const parts = await translatedParts(odsFormat, file, ['b'], { preserveImages: false });
    expect(parts['content.xml']).toContain(picture('one'));
  });
});
