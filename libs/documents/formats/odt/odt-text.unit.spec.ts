import { describe, expect, it } from 'vitest';
import { readAll, textsOf } from '../odf/odf-reading.fixture.js';
import { box, cell, contentXml, odtOf, p, row, span, textStyle } from '../odf/odf-sample.fixture.js';
import { odtFormat } from './odt.format.js';

const automatic = [
  textStyle('Rsid', 'officeooo:rsid="0011aa22" fo:language="de" fo:country="DE"'),
  textStyle('Tight', 'fo:letter-spacing="-0.01in"'),
  textStyle('Wide', 'fo:letter-spacing="0.2in"'),
  textStyle('Bold', 'fo:font-weight="bold"'),
  textStyle('Bold2', 'fo:font-weight="bold" officeooo:rsid="0033bb44"'),
  textStyle('Under', 'style:text-underline-style="solid"'),
  textStyle('Hidden', 'text:display="none"'),
].join('');
const texts = (body: string, options = {}) => textsOf(odtFormat, odtOf({ body, automatic }), options);
const around = (content: string) => texts(p(`before ${content} after`));
const note = (text: string) =>
  `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;

describe('a sentence is not cut', () => {
  it.each([
    ['spans of another revision or language', `un${span('Rsid', 'cut')}`],
    ['small letter spacing', `un${span('Tight', 'cut')}`],
    ['spans that look the same', span('Bold', 'un') + span('Bold2', 'cut')],
    ['bookmarks', 'un<text:bookmark text:name="a"/>cut'],
    ['ranges', 'un<text:bookmark-start text:name="a"/>cut<text:bookmark-end text:name="a"/>'],
    ['reference marks', 'un<text:reference-mark text:name="a"/>cut'],
    ['pages that a program broke', 'un<text:soft-page-break/>cut'],
    ['tracked changes', 'un<text:change-start text:change-id="c"/>cut<text:change-end text:change-id="c"/>'],
    ['hidden text', `un${span('Hidden', 'secret')}cut`],
    ['index entries', 'un<text:toc-mark text:string-value="1" text:outline-level="1"/>cut'],
    [
      'form fields',
      'un<field:fieldmark-start field:type="x"><field:param field:name="a" field:value="b"/></field:fieldmark-start>cut<field:fieldmark-end/>',
    ],
  ])('a sentence is not cut by %s', async (_what, content) => {
    expect(await texts(p(content))).toEqual(['uncut']);
  });

  it('text in the look that most of a paragraph has needs no tag', async () => {
    expect(await texts(p(span('Bold', 'Note: ') + span('Wide', 'the rest is longer')))).toEqual([
      '<1>Note: </1>the rest is longer',
    ]);
  });

  it('blanks of another look do not cut a text unless the look shows on them', async () => {
    expect(await texts(p(`one${span('Bold', ' ')}two`))).toEqual(['one two']);
    expect(await texts(p(`one${span('Under', ' ')}two`))).toEqual(['one<1> </1>two']);
  });

  it('spans and links in each other are pairs in each other', async () => {
    expect(await around(`<text:a xlink:href="x">the ${span('Bold', 'big')} link</text:a>`)).toEqual([
      'before <1>the <2>big</2> link</1> after',
    ]);
  });
});

describe('what is in a paragraph', () => {
  it.each([
    ['a page number', '<text:page-number>1</text:page-number>'],
    ['a date', '<text:date>May first</text:date>'],
    ['a sequence', '<text:sequence text:name="Figure">one</text:sequence>'],
    ['a reference', '<text:bookmark-ref text:ref-name="a">page seven</text:bookmark-ref>'],
    ['a citation', '<text:bibliography-mark>Miller</text:bibliography-mark>'],
    ['a picture', '<draw:frame><draw:image xlink:href="a"/></draw:frame>'],
    ['a list to choose from', '<text:drop-down><text:label text:value="1"/>yes</text:drop-down>'],
    ['a control with a date', '<loext:content-control loext:date="true">x</loext:content-control>'],
    ['a control to tick', '<loext:content-control loext:checkbox="true">x</loext:content-control>'],
  ])('%s is a single tag', async (_what, content) => {
    expect(await around(content)).toEqual(['before <1/> after']);
  });

  it.each([
    ['a link', '<text:a xlink:href="a">one</text:a>'],
    ['a field to write in', '<text:text-input>one</text:text-input>'],
    ['the title of the document', '<text:title>one</text:title>'],
    [
      'a control that prompts for a date',
      '<loext:content-control loext:showing-place-holder="true" loext:date="true">one</loext:content-control>',
    ],
    ['a control with text', '<loext:content-control>one</loext:content-control>'],
  ])('%s is a pair of tags', async (_what, content) => {
    expect(await around(content)).toEqual(['before <1>one</1> after']);
  });

  it('spaces are read as the standard counts them', async () => {
    expect(await texts(p(' one <text:s/>two<text:s text:c="3"/>three\n\t four '))).toEqual(['one  two   three four']);
  });

  it('a hostile number of spaces is a tag', async () => {
    expect(await around('<text:s text:c="2000000000"/>')).toEqual(['before <1/> after']);
  });

  it('the base of ruby is read, and not the reading above it', async () => {
    const ruby = (base: string) =>
      `<text:ruby><text:ruby-base>${base}</text:ruby-base><text:ruby-text>とう</text:ruby-text></text:ruby>`;
    expect(await texts(p(`${ruby('東')}へ`))).toEqual(['東へ']);
    expect(await texts(p(`a${ruby('<text:tab/>')}b`))).toEqual(['a<1/>b']);
  });
});

describe('breaks', () => {
  const br = '<text:line-break/>';

  it('a tab ends a segment', async () => {
    expect(await texts(p('one<text:tab/>two'))).toEqual(['one', 'two']);
  });

  it('a line break ends a segment unless its sentence goes on', async () => {
    expect(await texts(p(`One.${br}two`))).toEqual(['One.', 'two']);
    expect(await texts(p(`One${br}Two`))).toEqual(['One', 'Two']);
    expect(await texts(p(`One${br}${br}two`))).toEqual(['One', 'two']);
    expect(await texts(p(`One word,${br}two`))).toEqual(['One word, <1/>two']);
    expect(await texts(p(`${br}One${br}`))).toEqual(['One']);
  });

  it('a link that has a tab in it is in both segments', async () => {
    const link = (content: string) => `<text:a xlink:href="a">${content}</text:a>`;
    expect(await texts(p(`See ${link('one<text:tab/>two')} now`))).toEqual(['See <1>one</1>', '<1>two</1> now']);
  });

  it('words that only a picture in their line separates do not touch', async () => {
    const picture = '<draw:frame text:anchor-type="as-char"><draw:image xlink:href="a"/></draw:frame>';
    expect(await texts(p(`one${picture}two`))).toEqual(['one <1/>two']);
  });
});

describe('text in a paragraph that is not of it', () => {
  it('notes and text boxes have segments of their own, behind that of the paragraph', async () => {
    const body = p(`One${note('Note.')} and ${box(p('boxed'))} two`);
    expect(await texts(body)).toEqual(['One<1/> and <2/> two', 'Note.', 'boxed']);
    const { segments } = await readAll(odtFormat, odtOf(body));
    expect(segments.map(({ role }) => role)).toEqual(['body', 'note', 'body']);
  });

  it('comments are read only when the options ask for them', async () => {
    const comment = (text: string) => `<office:annotation><dc:creator>A</dc:creator>${p(text)}</office:annotation>`;
    const body = p(`One${comment('Why?')} two`);
    expect(await texts(body)).toEqual(['One<1/> two']);
    expect(await texts(body, { translateComments: true })).toEqual(['One<1/> two', 'Why?']);
  });

  it('alternative texts are read only when the options ask for them', async () => {
    const body = p(`One<draw:frame><svg:title>A ship</svg:title><svg:desc>At sea</svg:desc></draw:frame>`);
    expect(await texts(body)).toEqual(['One', 'A ship', 'At sea']);
    expect(await texts(body, { translateAltText: false })).toEqual(['One']);
  });
});

describe('where text is', () => {
  it('headings are told by their element and by the names of their styles', async () => {
    const styles =
      '<style:style style:name="Title" style:family="paragraph"/><style:style style:name="Mine" style:family="paragraph" style:parent-style-name="Title"/>';
    const own =
      '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Mine"><style:paragraph-properties/></style:style>';
    const body = `<text:h>One</text:h><text:p text:style-name="P1">Two${box(p('boxed'))}</text:p>${p('Three')}`;
    const { segments } = await readAll(odtFormat, odtOf({ body, styles, automatic: own }));
    expect(segments.map(({ role }) => role)).toEqual(['heading', 'heading', 'body', 'body']);
  });

  it('cells with a number, a date or a formula are not translated', async () => {
    const value = '<table:table-cell office:value-type="date"><text:p>May first</text:p></table:table-cell>';
    const body = `<table:table>${row(`${cell(p('One'))}${value}${cell(p('Sum'), ' table:formula="=1"')}`)}</table:table>`;
    const { segments, summary } = await readAll(odtFormat, odtOf(body));
    expect(segments).toMatchObject([{ role: 'table', parts: [{ text: 'One' }], part: 'content.xml' }]);
    expect(summary.skipped).toEqual([
      { part: 'content.xml', reason: 'The text is the result of a formula.', count: 1 },
    ]);
  });

  it('headers and footers are read only when the options ask for them', async () => {
    const masters =
      '<style:master-page style:name="a"><style:header><text:p>Head</text:p></style:header><style:footer-left><text:p>Foot</text:p></style:footer-left></style:master-page>';
    const file = odtOf({ body: p('Text'), masters });
    const { segments } = await readAll(odtFormat, file);
    expect(segments.map(({ role, part }) => [role, part])).toEqual([
      ['body', 'content.xml'],
      ['header', 'styles.xml'],
      ['footer', 'styles.xml'],
    ]);
    const without = await readAll(odtFormat, file, { translateHeaders: false });
    expect(without.segments).toHaveLength(1);
    expect(without.summary.skipped).toMatchObject([{ part: 'styles.xml', count: 2 }]);
  });

  it('hidden sections, paragraphs and spans are read only when the options ask for them', async () => {
    const styles =
      '<style:style style:name="P" style:family="paragraph"><style:text-properties text:display="none"/></style:style>';
    const body = `<text:section text:name="a" text:display="none">${p('One')}</text:section><text:p text:style-name="P">Two</text:p>${p('Three')}`;
    const file = odtOf({ body, styles });
    expect(await textsOf(odtFormat, file)).toEqual(['Three']);
    expect(await textsOf(odtFormat, file, { hidden: true })).toEqual(['One', 'Two', 'Three']);
  });

  it('text that was deleted in a tracked change is not read', async () => {
    const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('Gone')}</text:deletion></text:changed-region></text:tracked-changes>`;
    expect(await texts(deleted + p('Kept'), { hidden: true })).toEqual(['Kept']);
  });

  it('indexes are translated with the title that they are made anew with', async () => {
    const body = `<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title>${p('Contents')}</text:index-title>${p('1. One<text:tab/>5')}</text:index-body></text:table-of-content>`;
    expect(await texts(body)).toEqual(['Contents', 'Contents', '1. One']);
  });

  it('labels of forms and keys of an index are read', async () => {
    const form = '<office:forms><form:form><form:button form:label="Send it"/></form:form></office:forms>';
    const mark = '<text:alphabetical-index-mark text:string-value="ships" text:key1="harbour"/>';
    expect(await texts(form + p(`One${mark}`))).toEqual(['Send it', 'One', 'ships', 'harbour']);
  });

  it('titles, subjects, keywords and descriptions are read from the metadata, and charts from their objects', async () => {
    const meta =
      '<dc:title>One</dc:title><dc:subject>Two</dc:subject><dc:description>Three</dc:description><meta:keyword>Four</meta:keyword><dc:creator>A Miller</dc:creator>';
    const chart = contentXml('chart', `<chart:chart><chart:title>${p('Five')}</chart:title></chart:chart>`);
    const others = [
      { name: 'Object 1/content.xml', content: chart },
      { name: 'Object 2/content.xml', content: '<!DOCTYPE math><math>x</math>' },
    ];
    const { segments } = await readAll(odtFormat, odtOf({ body: '', meta, others }));
    expect(segments.map(({ role, part }) => [role, part])).toEqual([
      ...Array.from({ length: 4 }, () => ['title', 'meta.xml']),
      ['body', 'Object 1/content.xml'],
    ]);
  });
});

describe('hidden words', () => {
  const body = p(`Seen ${span('Hidden', 'secret')}, ${span('Hidden', '7')} and shown`);

  it('hidden words of a paragraph stay and are counted', async () => {
    const { segments, summary } = await readAll(odtFormat, odtOf({ body, automatic }));
    expect(segments).toHaveLength(1);
    expect(summary.skipped).toEqual([{ part: 'content.xml', reason: 'The text is hidden.', count: 1 }]);
  });

  it('hidden words are translated where that is asked for', async () => {
    expect(await texts(body, { hidden: true })).toEqual(['Seen <1>secret</1>, <2>7</2> and shown']);
  });
});
