import { describe, expect, it } from 'vitest';
import { defaultFormatOptions } from '#libs/documents/formats/format.port.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { extractAll } from '#libs/documents/formats/whole-file.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { docxFormat } from './docx.format.js';
import { docxOf, field, fieldMark, p, r, type SampleParts } from './docx-sample.fixture.js';

const written = (parts: Segment): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      return { open: `<${part.id}>`, close: `</${part.id}>`, single: `<${part.id}/>` }[part.kind];
    })
    .join('');

const segmentsOf = async (parts: SampleParts | string) => extractAll(docxFormat, memoryFile(docxOf(parts)));
const textsOf = async (parts: SampleParts | string) => (await segmentsOf(parts)).map(({ parts }) => written(parts));
const rolesOf = async (parts: SampleParts | string) => (await segmentsOf(parts)).map(({ role }) => role);
const paragraph = async (content: string) => (await textsOf(p(content))).join('|');
const textBox = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
const alternatives = (choice: string, fallback: string) =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${textBox(choice)}</w:drawing></mc:Choice><mc:Fallback><w:pict>${textBox(fallback)}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

describe('runs', () => {
  it.each([
    ['revisions', `<w:r w:rsidR="1"><w:t>un</w:t></w:r><w:r w:rsidR="2"><w:t>cut</w:t></w:r>`],
    ['spelling', `${r('un')}<w:proofErr w:type="spellStart"/>${r('cut', '<w:noProof/>')}`],
    ['languages', `${r('un', '<w:lang w:val="en-GB"/>')}${r('cut', '<w:lang w:val="en-US"/>')}`],
    ['bookmarks', `${r('un')}<w:bookmarkStart w:id="1" w:name="x"/>${r('cut')}<w:bookmarkEnd w:id="1"/>`],
    ['remarks', `${r('un')}<w:commentRangeStart w:id="1"/>${r('cut')}<w:r><w:commentReference w:id="1"/></w:r>`],
    ['page ends', `${r('un')}<w:r><w:lastRenderedPageBreak/><w:t>cut</w:t></w:r>`],
    ['soft hyphens', `<w:r><w:t>un</w:t><w:softHyphen/><w:t>cut</w:t></w:r>`],
    [
      'small letter spacing',
      `${r('un', '<w:spacing w:val="-4"/>')}${r('cut', '<w:spacing w:val="2"/><w:w w:val="98"/>')}`,
    ],
    ['properties that only some programs show', `${r('un', '<w:kern w:val="2"/>')}${r('cut', '<w:webHidden/>')}`],
    ['font hints', `${r('un', '<w:rFonts w:hint="eastAsia"/>')}${r('cut')}`],
    ['tracked formatting', `${r('un')}${r('cut', '<w:rPrChange w:id="1"><w:rPr><w:b/></w:rPr></w:rPrChange>')}`],
    ['deletions', `${r('un')}<w:del w:id="1"><w:r><w:delText>not</w:delText></w:r></w:del>${r('cut')}`],
    ['hidden text', `${r('un')}${r('secret', '<w:vanish/>')}${r('cut')}`],
    ['index entries', `${r('un')}${field('XE "1890"', '')}${r('cut')}`],
  ])('%s do not cut a word', async (_what, content) => {
    expect(await paragraph(content)).toBe('uncut');
  });

  it.each([
    ['bold', '<w:b/>'],
    ['a font', '<w:rFonts w:ascii="Courier"/>'],
    ['wide letter spacing', '<w:spacing w:val="60"/>'],
    ['a property of another namespace', '<w14:glow w14:rad="1"/>'],
  ])('%s becomes a pair of tags', async (_what, properties) => {
    expect(await paragraph(r('all but ') + r('one', properties) + r(' are plain'))).toBe(
      'all but <1>one</1> are plain',
    );
  });

  it('properties look the same in any order, and twice', async () => {
    const fonts = (...names: string[]) => `<w:rFonts ${names.map((name) => `w:${name}="Arial"`).join(' ')}/>`;
    const [one, other] = [
      `${fonts('ascii', 'cs')}<w:sz w:val="20"/><w:b/>`,
      `<w:b/><w:sz w:val="20"/><w:sz w:val="20"/>`,
    ];
    expect(await paragraph(r('one, ', one) + r('two', other + fonts('cs', 'ascii')))).toBe('one, two');
    expect(await paragraph(r('one, ', one) + r('two', other + fonts('cs')))).toBe('one, <1>two</1>');
  });

  it('text in the look that most of a paragraph has needs no tag', async () => {
    expect(await paragraph(r('Note: ', '<w:b/>') + r('the rest is longer'))).toBe('<1>Note: </1>the rest is longer');
    expect(await paragraph(r('No: ') + r('the rest is longer', '<w:b/>'))).toBe('<1>No: </1>the rest is longer');
  });

  it('blanks of another look do not cut a text unless the look shows on them', async () => {
    expect(await paragraph(r('one') + r(' ', '<w:b/>') + r('two'))).toBe('one two');
    expect(await paragraph(r('one') + r(' ', '<w:u w:val="single"/>') + r('two'))).toBe('one<1> </1>two');
    expect(await paragraph(r('one') + r(' ', '<w:u w:val="none"/>') + r('two'))).toBe('one two');
  });
});

describe('what is in a paragraph', () => {
  const around = (content: string) => paragraph(r('before ') + content + r(' after'));

  it.each([
    ['a footnote', '<w:r><w:footnoteReference w:id="1"/></w:r>'],
    ['a picture', '<w:r><w:drawing/></w:r>'],
    ['a symbol', '<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>'],
    ['a formula', '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'],
    ['a page number', field('PAGE', r('one'))],
    ['a simple field', `<w:fldSimple w:instr=" REF x ">${r('one')}</w:fldSimple>`],
    [
      'a list to choose from',
      `<w:sdt><w:sdtPr><w:dropDownList/></w:sdtPr><w:sdtContent>${r('1890')}</w:sdtContent></w:sdt>`,
    ],
    ['a link round a picture', '<w:hyperlink><w:r><w:drawing/></w:r></w:hyperlink>'],
    ['several of them', '<w:r><w:drawing/><w:drawing/></w:r><w:r><w:footnoteReference w:id="1"/></w:r>'],
  ])('%s becomes a single tag', async (_what, content) => {
    expect(await around(content)).toBe('before <1/> after');
  });

  it.each([
    ['a link', `<w:hyperlink w:anchor="x">${r('one', '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`],
    ['a smart tag', `<w:smartTag w:element="x"><w:smartTagPr/>${r('one')}</w:smartTag>`],
    ['a text control', `<w:sdt><w:sdtPr/><w:sdtContent>${r('one')}</w:sdtContent></w:sdt>`],
    ['an insertion', `<w:ins w:id="1">${r('one')}</w:ins>`],
    ['text moved to here', `<w:moveTo w:id="1">${r('one')}</w:moveTo>`],
    ['the result of a link field', field('HYPERLINK "https://example.org"', r('one'))],
    ['a simple link field', `<w:fldSimple w:instr="HYPERLINK x">${r('one')}</w:fldSimple>`],
  ])('%s becomes a pair of tags around its text', async (_what, content) => {
    expect(await around(content)).toBe('before <1>one</1> after');
  });

  it('tags and blanks at the ends of a paragraph are left outside its segment', async () => {
    expect(await paragraph(`<w:r><w:tab/></w:r>${r('  text ')}<w:r><w:br/></w:r>`)).toBe('text');
    expect(await paragraph(`<w:hyperlink>${r(' all of it ')}</w:hyperlink><w:r><w:tab/></w:r>`)).toBe('all of it');
  });

  it('text that stands before a field in the same run is read', async () => {
    const run =
      '<w:r><w:t>before </w:t><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="end"/><w:t> after</w:t></w:r>';
    expect(await paragraph(run)).toBe('before <1/> after');
  });

  it('a hyphen that does not break is read as a character', async () => {
    expect(await paragraph('<w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>profit</w:t></w:r>')).toBe('non\u2011profit');
  });

  it('the base of ruby is read and the reading above it is not', async () => {
    const ruby = `<w:r><w:ruby><w:rt>${r('とう')}</w:rt><w:rubyBase>${r('東')}</w:rubyBase></w:ruby></w:r>`;
    expect(await paragraph(ruby + r('へ'))).toBe('東へ');
  });

  it('ruby and text that hold something else become tags, so that nothing is lost', async () => {
    const ruby = `<w:r><w:ruby><w:rubyBase><w:r><w:tab/></w:r></w:rubyBase></w:ruby></w:r>`;
    expect(await paragraph(r('before') + ruby + r('after'))).toBe('before<1/>after');
    expect(await paragraph(`${r('before')}<w:r><w:t>one<w:tab/></w:t></w:r>${r('after')}`)).toBe('before<1/>after');
  });

  it('a paragraph without a letter has no segment', async () => {
    expect(await textsOf(p(r('12.5 %')) + p(r('—')) + p(''))).toEqual([]);
  });
});

describe('breaks and tabs', () => {
  const br = '<w:r><w:br/></w:r>';
  const tab = '<w:r><w:tab/></w:r>';
  const link = (content: string) => `<w:hyperlink w:anchor="x">${content}</w:hyperlink>`;

  it.each([
    ['a tab between words', r('Name') + tab + r('place'), 'Name|place'],
    ['a tab to a side', `${r('Name')}<w:r><w:ptab/></w:r>${r('place')}`, 'Name|place'],
    ['a tab before a number', r('Total') + tab + r('12,500'), 'Total'],
    ['a break before an upper-case word', r('The town') + br + r('Its harbour'), 'The town|Its harbour'],
    ['a break behind a sentence', r('It ended.') + br + r('then more'), 'It ended.|then more'],
    ['two breaks', r('one') + br + br + r('two'), 'one|two'],
    ['the end of a page', `${r('one')}<w:r><w:br w:type="page"/></w:r>${r('two')}`, 'one|two'],
    ['a tab within a link', r('See ') + link(r('one') + tab + r('two')) + r(' now'), 'See|one|two|now'],
    ['a break in a run', '<w:r><w:t>One</w:t><w:br/><w:t>Two</w:t></w:r>', 'One|Two'],
  ])('%s ends a segment', async (_what, content, segments) => {
    expect(await paragraph(content)).toBe(segments);
  });

  it.each([
    ['a break', r('The old') + br + r('harbour'), 'The old <1/>harbour'],
    ['a break behind a space', r('The old ') + br + r('harbour'), 'The old <1/>harbour'],
    [
      'a break with a bookmark',
      `${r('The old')}${br}<w:bookmarkStart w:id="1"/>${r('harbour')}`,
      'The old <1/>harbour',
    ],
    ['a break before a link', r('The old') + br + link(r('harbour')), 'The old <1/><2>harbour</2>'],
    [
      'a break behind underlined words',
      r('The old', '<w:u w:val="single"/>') + br + r('harbour here'),
      '<1>The old</1> <2/>harbour here',
    ],
    ['a break behind a link', link(r('The old')) + br + r('harbour here'), '<1>The old</1> <2/>harbour here'],
  ])('%s within a sentence becomes a single tag behind a space', async (_what, content, segments) => {
    expect(await paragraph(content)).toBe(segments);
  });
});

describe('fields over several paragraphs', () => {
  const begin = (instruction: string) =>
    `${fieldMark('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>${fieldMark('separate')}`;

  it('a table of contents is translated', async () => {
    const entry = `${r('Introduction')}<w:r><w:tab/></w:r>${field('PAGEREF x', r('five'))}`;
    expect(await textsOf(p(begin('TOC \\o') + entry) + p(entry) + p(fieldMark('end')) + p(r('text')))).toEqual([
      'Introduction',
      'Introduction',
      'text',
    ]);
  });

  it('a bibliography, which a program writes anew, is not translated', async () => {
    const body =
      p(begin('ADDIN ZOTERO_BIBL') + r('Miller 1890')) + p(r('Smith 1901') + fieldMark('end')) + p(r('text'));
    expect(await textsOf(body)).toEqual(['text']);
  });

  it('a link within a field that is not translated is not translated either', async () => {
    const body = p(begin('REF x') + field('HYPERLINK y', r('kept'))) + p(fieldMark('end') + r('text'));
    expect(await textsOf(body)).toEqual(['text']);
  });

  it('the fields of a text box are counted apart from those around it', async () => {
    expect(await textsOf(p(alternatives(p(begin('REF x')), '')) + p(r('text')))).toEqual(['text']);
  });

  it('text between two fields that an insertion half covers is read', async () => {
    const inserted = `<w:ins w:id="1">${fieldMark('end')}${r('between')}${begin('PAGE')}</w:ins>`;
    const content = `${r('before ')}${begin('PAGE')}${r('one')}${inserted}${r('two')}${fieldMark('end')}${r(' after')}`;
    expect(await paragraph(content)).toBe('before <1/><2><3/>between<4/></2><5/> after');
  });

  it('a field whose end has been deleted ends there all the same', async () => {
    const body = p(`${begin('REF x')}${r('kept')}<w:del w:id="1">${fieldMark('end')}</w:del>`) + p(r('text'));
    expect(await textsOf(body)).toEqual(['text']);
  });
});

describe('where text is', () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H"/></w:style><w:style w:type="paragraph" w:styleId="Text"><w:name w:val="Text"/><w:basedOn w:val="Mine"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>';
  const styled = (style: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${r('text')}</w:p>`;

  it('headings are recognized by their style, the style it is based on, and their own outline level', async () => {
    const own = `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${r('text')}</w:p>`;
    const body = styled('H') + styled('Mine') + styled('Text') + styled('None') + own;
    expect(await rolesOf({ body, styles })).toEqual(['heading', 'heading', 'body', 'body', 'heading']);
  });

  it('text of tables, also of those in text boxes, is told apart from the text that follows them', async () => {
    const table = `<w:tbl><w:tr><w:tc>${p(r('cell'))}<w:tbl><w:tr><w:tc>${p(r('inner'))}</w:tc></w:tr></w:tbl>${p(r('again'))}</w:tc></w:tr></w:tbl>`;
    const body = table + p(r('text')) + p(alternatives(table, ''));
    expect(await rolesOf(body)).toEqual(['table', 'table', 'table', 'body', 'table', 'table', 'table']);
  });

  it('headers and footers are read only when the options ask for them', async () => {
    const file = memoryFile(
      docxOf({
        body: p(r('text')),
        header: p(r('head')),
        footer: p(r('foot')),
        endnotes: `<w:endnote>${p(r('note'))}</w:endnote>`,
      }),
    );
    const roles = async (translateHeaders: boolean) => {
      const found = [];
      for await (const batch of docxFormat.extract(file, { ...defaultFormatOptions, translateHeaders }))
        found.push(...batch.map(({ role }) => role));
      return found;
    };
    expect(await roles(true)).toEqual(['body', 'header', 'footer', 'note']);
    expect(await roles(false)).toEqual(['body', 'note']);
  });

  it('a text box that is written twice is read once', async () => {
    expect(await textsOf(p(r('outer') + alternatives(p(r('in the box')), p(r('in the box')))))).toEqual([
      'outer',
      'in the box',
    ]);
  });

  it('text that only one of the two versions of a text box has is read', async () => {
    const body = p(alternatives(p(r('same')) + p(r('new')), p(r('same')) + p(r('old'))));
    expect(await textsOf(body)).toEqual(['same', 'new', 'old']);
  });

  it('a sentence is read as often as it stands in one text box', async () => {
    expect(await textsOf(p(alternatives(p(r('twice')).repeat(2), p(r('twice')).repeat(2))))).toEqual([
      'twice',
      'twice',
    ]);
  });

  it('text that has been deleted or moved away is not read', async () => {
    const gone = (element: string) =>
      p(`<w:${element} w:id="1">${r('gone')}${alternatives(p(r('gone too')), '')}</w:${element}>`);
    expect(await textsOf(gone('del') + gone('moveFrom') + p(r('text')))).toEqual(['text']);
  });
});

describe('the page count', () => {
  const summary = async (parts: SampleParts) => {
    const reading = docxFormat.extract(memoryFile(docxOf(parts)), defaultFormatOptions);
    for (;;) {
      const next = await reading.next();
      if (next.done) return next.value;
    }
  };

  it('the page count is the one that the document states', async () => {
    expect(await summary({ body: p(r('text')), pages: 7 })).toMatchObject({ pageCount: 7 });
    expect(await summary({ body: p(r('text')), pages: 7, isStrict: true })).toMatchObject({ pageCount: 7 });
  });

  it('the page count is unknown where the document does not state it or states one that cannot be right', async () => {
    expect(await summary({ body: p(r('text')) })).toMatchObject({ pageCount: undefined });
    expect(await summary({ body: p(r('text')), pages: 0 })).toMatchObject({ pageCount: undefined });
    expect(await summary({ body: p(r('many words '.repeat(3000))), pages: 1 })).toMatchObject({ pageCount: undefined });
  });
});
