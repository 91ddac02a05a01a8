import { describe, expect, it } from 'vitest';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { odsOf, odtOf, p, row, sheet } from '../odf/odf-sample.fixture.js';
import { odsFormat } from '../ods/ods.format.js';
import { odtFormat } from './odt.format.js';

const content = async (file: Uint8Array, translations: string[], format = odtFormat) =>
  (await translatedParts(format, file, translations))['content.xml'];

describe('labels of lists and headings', () => {
  const level = (prefix: string, suffix: string, more = '') =>
    `<text:list-level-style-number text:level="1" style:num-prefix="${prefix}" style:num-suffix="${suffix}" style:num-format="I"${more}/>`;
  const documentOf = (...levels: string[]) =>
    odtOf({ body: p('text'), automatic: `<text:list-style style:name="L">${levels.join('')}</text:list-style>` });

  it('words before and behind a number are one segment', async () => {
    const file = documentOf(level('Article ', '.'), level('', ')'), level('a', ''));
    expect(await textsOf(odtFormat, file)).toEqual(['Article <1/>.', 'text']);
    expect(await content(file, ['Artículo <1/>:', 'texto'])).toContain(level('Artículo ', ':') + level('', ')'));
  });

  it('the label that LibreOffice writes as a whole has the numbers of other levels too', async () => {
    const file = documentOf(level('Part ', ' of', ' loext:num-list-format="Part %1%.%2% of"'));
    expect(await textsOf(odtFormat, file)).toEqual(['Part <1/>.<2/> of', 'text']);
    expect(await content(file, ['Parte <1/>.<2/> de', 'texto'])).toContain(
      level('Parte ', ' de', ' loext:num-list-format="Parte %1%.%2% de"'),
    );
  });

  it('labels of headings are translated in the styles of the document', async () => {
    const outline = (text: string) =>
      `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-prefix="${text} " style:num-format="1"/></text:outline-style>`;
    const file = odtOf({ body: p('text'), styles: outline('Chapter') });
    const parts = await translatedParts(odtFormat, file, ['texto', 'Capítulo <1/>']);
    expect(parts['styles.xml']).toContain(outline('Capítulo'));
  });
});

describe('texts beside those of paragraphs', () => {
  it('what a note goes on with, and the label of notes, are translated', async () => {
    const notes = (label: string, notice: string) =>
      `<text:notes-configuration text:note-class="footnote" style:num-prefix="${label} " style:num-format="1"><text:note-continuation-notice-forward>${notice}</text:note-continuation-notice-forward></text:notes-configuration>`;
    const file = odtOf({ body: p('text'), styles: notes('Note', 'It goes on') });
    expect(await textsOf(odtFormat, file)).toEqual(['text', 'Note <1/>', 'It goes on']);
    const parts = await translatedParts(odtFormat, file, ['texto', 'Nota <1/>', 'Sigue']);
    expect(parts['styles.xml']).toContain(notes('Nota', 'Sigue'));
  });

  it('help of what is filled in, words between entries of a table of contents, and texts with data about them', async () => {
    const body = (help: string, on: string, of: string) =>
      p(`<text:placeholder text:placeholder-type="text" text:description="${help}">&lt;x&gt;</text:placeholder>`) +
      `<text:table-of-content><text:table-of-content-source><text:table-of-content-entry-template><text:index-entry-span> ${on} </text:index-entry-span></text:table-of-content-entry-template></text:table-of-content-source></text:table-of-content>` +
      p(`<text:meta-field xml:id="a">${of}</text:meta-field> now`);
    const file = odtOf({ body: body('The help', 'on page', 'some words') });
    expect(await textsOf(odtFormat, file)).toEqual(['<x>', 'The help', 'on page', '<1>some words</1> now']);
    const translations = ['<x>', 'La ayuda', 'en la página', '<1>unas palabras</1> now'];
    expect(await content(file, translations)).toContain(body('La ayuda', 'en la página', 'unas palabras'));
  });
});

describe('texts to choose from', () => {
  it('the list and the choice of a drop-down field have one translation', async () => {
    const field = (yes: string, no: string) =>
      p(
        `Ready: <text:drop-down text:name="x"><text:label text:value="${yes}"/><text:label text:value="${no}"/>${yes}</text:drop-down>`,
      );
    const file = odtOf(field('Yes', 'Never'));
    expect(await readAll(odtFormat, file)).toMatchObject({ segments: { length: 3 }, summary: {} });
    expect(await textsOf(odtFormat, file)).toEqual(['Ready:', 'Yes', 'Never']);
    expect(await content(file, ['Listo:', 'Sí', 'Nunca'])).toContain(field('Sí', 'Nunca').replace('Ready', 'Listo'));
  });

  it('both texts of a condition, and that which shows', async () => {
    const field = (yes: string, no: string) =>
      p(
        `<text:conditional-text text:condition="ooow:a" text:string-value-if-true="${yes}" text:string-value-if-false="${no}">${no}</text:conditional-text>`,
      );
    expect(await content(odtOf(field('Dear Sir', 'Dear Madam')), ['Señor', 'Señora'])).toContain(
      field('Señor', 'Señora'),
    );
  });

  it('the choice stands in the source where both languages are in one file', async () => {
    const field = (text: string) => `<text:drop-down><text:label text:value="${text}"/>${text}</text:drop-down>`;
    const parts = await translatedParts(odtFormat, odtOf(p(`Ready: ${field('Yes')}`)), ['Listo:', 'Sí'], {
      includeSource: true,
    });
    expect(parts['content.xml']).toContain(p('Ready: Yes') + p(`Listo: ${field('Sí')}`));
  });

  it('the list of a control, and its choice in a look of its own', async () => {
    const control = (text: string) =>
      p(
        `a <loext:content-control loext:dropdown="true"><loext:list-item loext:display-text="${text}" loext:value="1"/><text:span text:style-name="B">${text}</text:span></loext:content-control>`,
      );
    expect(await content(odtOf(control('Yes')), ['a', 'Sí'])).toContain(control('Sí'));
  });

  it('a text that no list has, and other fields with words, are counted', async () => {
    const body = p(
      'a <text:drop-down><text:label text:value="Yes"/>Perhaps</text:drop-down><text:bookmark-ref text:ref-name="b">Chapter one</text:bookmark-ref><text:bookmark-ref text:ref-name="b">7</text:bookmark-ref>',
    );
    expect((await readAll(odtFormat, odtOf(body))).summary.skipped).toEqual([
      { part: 'content.xml', reason: skipReasons.field, count: 2 },
    ]);
  });
});

it('tips of links are translated', async () => {
  const link = (tip: string, text: string) => p(`<text:a xlink:href="x" office:title="${tip}">${text}</text:a>`);
  expect(await content(odtOf(link('Go there', 'here')), ['aquí', 'Vaya'])).toContain(link('Vaya', 'aquí'));
});

it('texts in the formats of numbers are translated, and signs stay', async () => {
  const style = (text: string) =>
    `<number:number-style xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" style:name="N"><number:text>(</number:text><number:number number:decimal-places="0"/><number:text> ${text}</number:text><number:text>x</number:text></number:number-style>`;
  const body = sheet('One', row('<table:table-cell office:value-type="float" office:value="1"/>'));
  const file = odsOf({ body, automatic: style('working days') });
  expect(await textsOf(odsFormat, file)).toEqual(['working days']);
  expect(await content(file, ['días'], odsFormat)).toContain(style('días'));
});
