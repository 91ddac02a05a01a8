import { describe, expect, it } from 'vitest';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { between, noted, readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxOf, field, fieldMark, p, r, type SampleParts } from './docx-sample.fixture.js';

const bare = (text: string) => r(text).replace(' xml:space="preserve"', '');
const read = async (parts: SampleParts | string, options: Partial<FormatOptions> = {}) => {
  const { segments, summary } = await readAll(docxFormat, docxOf(parts), options);
  return { texts: segments.map(({ parts }) => noted(parts)), skipped: summary.skipped };
};
const merged = async (body: string, translations: string[], options = {}) => {
  const parts = await translatedParts(docxFormat, docxOf(body), translations, options);
  return between(parts['word/document.xml'], 'w:body');
};
const item = (text: string, value: string) => `<w:listItem w:displayText="${text}" w:value="${value}"/>`;
const control = (kind: string, items: string, content: string) =>
  `<w:sdt><w:sdtPr><w:${kind}>${items}</w:${kind}></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

it('a text of another file that Word takes in is counted', async () => {
  const { texts, skipped } = await read(`${p(r('one'))}<w:altChunk r:id="rId9"/>${p(r('two'))}`);
  expect(texts).toEqual(['one', 'two']);
  expect(skipped).toEqual([{ part: 'word/document.xml', reason: skipReasons.embedded, count: 1 }]);
});

describe('words in formulas', () => {
  const formula = (words: string) =>
    `<m:oMath><m:r><m:t>x </m:t></m:r><m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve"> ${words} </m:t></m:r><m:r><m:rPr><m:nor/></m:rPr><m:t>km</m:t></m:r></m:oMath>`;

  it('are translated where they say that they are text, and names and units stay', async () => {
    const body = (words: string, end: string) => p(formula(words) + r(` ${end}`));
    expect(await textsOf(docxFormat, docxOf(body('if it is even', 'holds')))).toEqual(['if it is even', 'holds']);
    expect(await merged(body('if it is even', 'holds'), ['si es par', 'vale'])).toBe(body('si es par', 'vale'));
  });

  it('stand in the source too, where both languages are in one file', async () => {
    const written = await merged(p(r('Here ') + formula('if even')), ['si es par', 'Aquí'], {
      includeSource: true,
    });
    expect(written).toBe(p(r('Here ') + formula('if even')) + p(r('Aquí ') + formula('si es par')));
  });
});

describe('choices of controls', () => {
  it.each(['dropDownList', 'comboBox'])('the list of a %s has the translation that its choice has', async (kind) => {
    const list = (yes: string, no: string) => control(kind, item(yes, '1') + item(no, '2'), bare(yes));
    const body = (text: string, yes: string, no: string) => p(r(`${text} `) + list(yes, no));
    expect(await textsOf(docxFormat, docxOf(body('Ready:', 'Yes', 'No')))).toEqual(['Yes', 'No', 'Ready:']);
    expect(await merged(body('Ready:', 'Yes', 'No'), ['Sí', 'Nunca', 'Listo:'])).toBe(body('Listo:', 'Sí', 'Nunca'));
  });

  it('a choice without a name gets one, and keeps its value', async () => {
    const body = (items: string) => p(control('dropDownList', items, bare('7')));
    expect(await merged(body('<w:listItem w:value="Yes"/>'), ['Sí'])).toBe(
      body('<w:listItem w:value="Yes" w:displayText="Sí"/>'),
    );
  });

  it('the choice stands in the source, too, where both languages are in one file', async () => {
    const list = (text: string) => control('dropDownList', item(text, '1'), bare(text));
    const written = await merged(p(r('Ready: ') + list('Yes')), ['Sí', 'Listo:'], { includeSource: true });
    expect(written).toBe(p(r('Ready: ') + bare('Yes')) + p(r('Listo: ') + list('Sí')));
  });

  it('the list of a control around paragraphs is translated, and counted where a page range leaves it', async () => {
    const body = (one: string, two: string) => control('comboBox', item(one, '1'), p(bare(one))) + p(bare(two));
    expect(await merged(body('Yes', 'end'), ['Sí', 'Sí', 'fin'])).toBe(body('Sí', 'fin'));
    const ranged = await read(body('Yes', 'end'), { pageRange: [{ from: 1, to: 1 }] });
    expect(ranged.skipped).toContainEqual({ part: 'word/document.xml', reason: skipReasons.outsideRange, count: 1 });
  });

  it('a prompt is a prompt, and a date is counted', async () => {
    const prompt = '<w:sdt><w:sdtPr><w:showingPlcHdr/><w:comboBox/></w:sdtPr>';
    expect((await read(p(`${prompt}<w:sdtContent>${r('Choose')}</w:sdtContent></w:sdt>`))).texts).toEqual(['Choose']);
  });
});

describe('forms', () => {
  it('choices, help and first texts of form fields are translated', async () => {
    const form = (one: string, help: string, text: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Drop"/><w:helpText w:type="text" w:val="${help}"/>` +
      `<w:statusText w:type="text" w:val="${help}"/><w:ddList><w:listEntry w:val="${one}"/></w:ddList>` +
      `<w:textInput><w:default w:val="${text}"/></w:textInput></w:ffData></w:fldChar></w:r>${fieldMark('end')}`;
    const body = p(form('Yes', 'Say it', 'Name'));
    expect((await read(body)).texts).toEqual(['Say it', 'Yes', 'Name']);
    expect(await merged(body, ['Dilo', 'Sí', 'Nombre'])).toBe(p(form('Sí', 'Dilo', 'Nombre')));
  });
});

describe('watermarks', () => {
  const mark = (text: string) =>
    p(
      `<w:r><w:pict><v:shape id="PowerPlusWaterMarkObject" alt="mark"><v:textpath style="x" string="${text}"/></v:shape></w:pict></w:r>`,
    );

  it('a watermark in a header is translated with it, also where alternative texts stay', async () => {
    const parts = { body: p(r('text')), header: mark('DRAFT VERSION') };
    const { texts } = await read(parts, { translateAltText: false });
    expect(texts).toEqual(['text', 'DRAFT VERSION']);
    const written = await translatedParts(docxFormat, docxOf(parts), ['texto', 'BORRADOR'], {
      translateAltText: false,
    });
    expect(between(written['word/header.xml'], 'w:hdr')).toBe(mark('BORRADOR'));
  });

  it('a watermark is counted where headers stay', async () => {
    const { skipped } = await read(
      { body: p(r('text')), header: mark('DRAFT').replace(' alt="mark"', '') },
      { translateHeaders: false },
    );
    expect(skipped).toContainEqual({ part: 'word/header.xml', reason: skipReasons.headers, count: 1 });
  });
});

describe('instructions of fields', () => {
  it('entries of an index are translated level by level, and stay where they were', async () => {
    const body = (one: string, two: string, see: string, text: string) =>
      p(`${bare(text)}${field(`XE "${one}:${two}" \\t "${see}"`, '').replace(fieldMark('separate'), '')}`);
    const source = body('valve', 'safety', 'See pump', 'The valve');
    expect((await read(source)).texts).toEqual(['valve', 'safety', 'See pump', 'The valve']);
    expect(await merged(source, ['válvula', 'seguridad: alta', 'Véase', 'La válvula'])).toBe(
      body('válvula', 'seguridad\\: alta', 'Véase', 'La válvula'),
    );
  });

  it('an entry in several pieces is written into the first of them', async () => {
    const piece = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
    const body = (...pieces: string[]) => p(fieldMark('begin') + pieces.map(piece).join('') + fieldMark('end'));
    expect(await merged(body(' XE &quot;', 'safety ', 'valve', '&quot; \\b '), ['válvula'])).toBe(
      body(' XE "', 'válvula', '', '" \\b ').replace(' XE "', ' XE &quot;').replace('" \\b', '&quot; \\b'),
    );
  });

  it('tips of links and entries of a table of contents are translated', async () => {
    const link = (tip: string, text: string) =>
      `<w:hyperlink w:anchor="x" w:tooltip="${tip}">${bare(text)}</w:hyperlink>`;
    expect(await merged(p(link('Go there', 'here')), ['Vaya', 'aquí'])).toBe(p(link('Vaya', 'aquí')));
    const simple = (text: string) => p(`<w:fldSimple w:instr="TC &quot;${text}&quot; \\l 1"/>`);
    expect(await merged(simple('Duties'), ['Deberes'])).toBe(simple('Deberes'));
    const other = field('HYPERLINK "http://x.org" \\o "Go there"', r('here'));
    expect((await read(p(other))).texts).toEqual(['Go there', 'here']);
  });

  it('both texts of a condition are translated, and the one that is shown, which counts as no text of a field', async () => {
    const condition = (yes: string, no: string) => p(field(`IF "a" = "b" "${yes}" "${no}"`, bare(no)));
    expect(await read(condition('Dear Sir', 'Dear Madam'))).toEqual({ texts: ['Dear Sir', 'Dear Madam'], skipped: [] });
    expect(await merged(condition('Dear Sir', 'Dear Madam'), ['Señor', 'Señora'])).toBe(condition('Señor', 'Señora'));
  });

  it('prompts in fields are translated, and their names and other fields in them stay', async () => {
    const prompt = field('MACROBUTTON NoMacro [Click and type]', '');
    const piece = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
    const [a, b] = [field('MERGEFIELD a', ''), field('MERGEFIELD b', '')];
    const inner = `${fieldMark('begin')}${piece(' IF ')}${a}${piece('= "x" "Yes ')}${b}${piece('" "No thanks"')}${fieldMark('end')}`;
    expect((await read(p(prompt + field('REF a', '') + inner))).texts).toEqual(['[Click and type]', 'No thanks']);
  });

  it('what stands in deleted text stays', async () => {
    const deleted = `<w:del w:id="1">${field('XE "valve"', '')}</w:del>`;
    expect((await read(p(r('text') + deleted))).texts).toEqual(['text']);
  });
});
