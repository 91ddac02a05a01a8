import { describe, expect, it } from 'vitest';
import { cell, inline, row, run, type SampleBook, text } from './xlsx-sample.fixture.js';
import { extracted, merged, upper, written } from './xlsx-spec.fixture.js';

const withString = (content: string): SampleBook => ({
  sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) }],
  strings: [content],
});
const textsOf = async (content: string) => (await extracted(withString(content))).texts;
const mergedString = async (content: string, translate = upper) => {
  const { part } = await merged(withString(content), translate);
  return /<si>(.*)<\/si>/s.exec(part('xl/sharedStrings.xml'))?.[1];
};
const bold = '<b/><sz val="11"/>';

describe('a shared string', () => {
  it('a shared string is one segment, however many cells show it', async () => {
    const rows = row(1, cell('A1', 0) + cell('B1', 0)) + row(2, cell('A2', 0));
    expect((await extracted({ sheets: [{ name: 'One', rows }], strings: [text('Town')] })).texts).toEqual(['Town']);
  });

  it('a shared string that no cell shows, or that has no letter, is no segment', async () => {
    const book = { sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) }], strings: [text('12.5 %'), text('Lost')] };
    expect((await extracted(book)).texts).toEqual([]);
  });

  it('a shared string has a pair of tags round words of another look than most', async () => {
    const content = run('All but ') + run('one', bold) + run(' of the ships');
    expect(await textsOf(content)).toEqual(['All but <1>one</1> of the ships']);
    expect(await mergedString(content)).toBe(
      run('ALL BUT ') +
        run('one', bold).replace(/one/, 'ONE').replace(' xml:space="preserve"', '') +
        run(' OF THE SHIPS'),
    );
  });

  it('a shared string keeps a look that all of its words have', async () => {
    expect(await textsOf(run('The whole', bold) + run(' text', bold))).toEqual(['The whole text']);
    expect(await mergedString(run('Whole', bold))).toBe(`<r><rPr>${bold}</rPr><t>WHOLE</t></r>`);
  });

  it('a shared string takes the look of its neighbours for a blank', async () => {
    expect(await textsOf(run('Plain') + run(' ', bold) + run('words'))).toEqual(['Plain words']);
    expect(await textsOf(run('Plain') + run(' ', '<u/>') + run('words'))).toEqual(['Plain<1> </1>words']);
  });

  it('a shared string takes the font of its neighbours for numbers, unless it makes them signs', async () => {
    const font = (name: string) => `<sz val="11"/><rFont val="${name}"/><family val="2"/>`;
    const mixed = (name: string) =>
      run('难度：', font('SimSun')) + run('1', font(name)) + run('、非常难', font('SimSun'));
    expect(await textsOf(mixed('Arial'))).toEqual(['难度：1、非常难']);
    expect(await textsOf(mixed('Wingdings'))).toEqual(['难度：<1>1</1>、非常难']);
    expect(await textsOf(run('Room ', font('Arial')) + run('1', `<b/>${font('Arial')}`))).toEqual(['Room <1>1</1>']);
    expect(await textsOf(run('Room ', font('Arial')) + run('B', font('Courier')))).toEqual(['Room <1>B</1>']);
  });

  it('a shared string is cut at lines and tabs, but for a line that goes on', async () => {
    expect(await textsOf(text('First line\nSecond line\tand more'))).toEqual(['First line', 'Second line', 'and more']);
    expect(await textsOf(text('A line \nthat goes on'))).toEqual(['A line <1/>that goes on']);
    expect(await mergedString(text(' One \n\n two\n3 '))).toBe(text(' ONE \n\n TWO\n3 '));
    expect(await mergedString(text('A line\nthat goes on'))).toBe(text('A LINE\nTHAT GOES ON'));
  });

  it('a shared string keeps its words apart where an engine turns them round', async () => {
    const reversed = (segment: Parameters<typeof upper>[0]) =>
      segment.toReversed().map((part) => ('text' in part ? { ...part, text: part.text.trim() } : part));
    const turned = await mergedString(text('the one\nand two'), (segment) => [
      { kind: 'text', text: written(segment).replace('<1/>', '').split(' ').toReversed().join(' ') },
      { kind: 'single', id: 1 },
    ]);
    expect(turned).toBe(text('two and one the\n'));
    expect(await mergedString(text('the one\nand two'), reversed)).toBe(text('and two\nthe one'));
  });

  it('a shared string loses the readings of its words with these, and not before, and keeps the look of readings', async () => {
    const look = '<phoneticPr fontId="1" type="noConversion"/>';
    const phonetic = `<rPh sb="0" eb="2"><t>トウ</t></rPh>${look}`;
    expect(await textsOf(text('東京') + phonetic)).toEqual(['東京']);
    expect(await mergedString(text('東京') + phonetic, () => [{ kind: 'text', text: 'Tokyo' }])).toBe(
      `<t>Tokyo</t>${look}`,
    );
    expect(await mergedString(text('東京') + phonetic, (segment) => segment)).toBe(text('東京') + phonetic);
  });

  it('a shared string has its escapes read, and what looks like one escaped', async () => {
    expect(await textsOf(text('One_x000D_\nTwo'))).toEqual(['One', 'Two']);
    expect(await textsOf(text('Say _x005F_x0041_'))).toEqual(['Say _x0041_']);
    expect(await mergedString(text('Say'), () => [{ kind: 'text', text: 'a _x0041_' }])).toBe('<t>a _x005F_x0041_</t>');
  });
});

describe('other texts of a sheet', () => {
  const sheet = (rows: string, after = ''): SampleBook => ({ sheets: [{ name: 'One', rows, after }] });

  it('a text in its cell is a segment, and the result of a formula is none', async () => {
    const formula = '<c r="B1" t="str"><f>"Hello "&amp;A1</f><v>Hello Town</v></c>';
    const book = sheet(row(1, inline('A1', 'Town') + formula));
    expect((await extracted(book)).texts).toEqual(['Town']);
    expect((await merged(book)).part('xl/worksheets/sheet1.xml')).toContain(inline('A1', 'TOWN') + formula);
  });

  it('a print header is cut at its sections, its codes become tags, and those at its edges stay outside', async () => {
    const header = '&amp;L&amp;"Arial,Bold"&amp;12The harbour&amp;CPage &amp;P of &amp;N&amp;RA &amp;&amp; B';
    const book = sheet(
      '',
      `<headerFooter><oddHeader>${header}</oddHeader><firstFooter>Seen</firstFooter></headerFooter>`,
    );
    const { segments, texts } = await extracted(book);
    expect(texts).toEqual(['The harbour', 'Page <1/> of', 'A & B', 'Seen']);
    expect(segments.map(({ role }) => role)).toEqual(['header', 'header', 'header', 'footer']);
    expect((await merged(book)).part('xl/worksheets/sheet1.xml')).toContain(
      '<oddHeader>&amp;L&amp;"Arial,Bold"&amp;12THE HARBOUR&amp;CPAGE &amp;P OF &amp;N&amp;RA &amp;&amp; B</oddHeader><firstFooter>SEEN</firstFooter>',
    );
    const without = await extracted(book, { translateHeaders: false });
    expect(without.texts).toEqual([]);
    expect(without.summary.skipped).toEqual([
      { part: 'xl/worksheets/sheet1.xml', reason: 'Headers and footers were not to be translated.', count: 4 },
    ]);
  });

  it('a digit behind a size is not read as part of it', async () => {
    const book = sheet('', '<headerFooter><oddHeader>&amp;12Title</oddHeader></headerFooter>');
    const { part } = await merged(book, () => [{ kind: 'text', text: '3 ships' }]);
    expect(part('xl/worksheets/sheet1.xml')).toContain('<oddHeader>&amp;12 3 ships</oddHeader>');
  });

  it('a print header that becomes too long for Excel stays, and is counted', async () => {
    const book = sheet('', '<headerFooter><oddHeader>Title</oddHeader></headerFooter>');
    const { part, summary } = await merged(book, () => [{ kind: 'text', text: 'x'.repeat(256) }]);
    expect(part('xl/worksheets/sheet1.xml')).toContain('<oddHeader>Title</oddHeader>');
    const overflowed = [{ part: 'xl/worksheets/sheet1.xml', count: 1 }];
    expect(summary).toMatchObject({ overflowed: 1, overflowedIn: overflowed });
  });

  it('text that does not fit in its shape in the smallest size either is counted, by its drawing', async () => {
    const words = 'A sentence that is long enough to be measured.';
    const drawing = `<xdr:sp><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>${words}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
    const book = { sheets: [{ name: 'One', rows: '', drawing }] };
    const longer = (times: number) => merged(book, () => [{ kind: 'text', text: words.repeat(times) }]);
    expect((await longer(2)).summary.overflowed).toBe(0);
    expect((await longer(4)).summary.overflowedIn).toEqual([{ part: 'xl/drawings/drawing1.xml', count: 1 }]);
  });

  it('the tip of a link and the messages of a validation are segments', async () => {
    const validation =
      '<dataValidation type="whole" promptTitle="Year" prompt="Type a year_x000a_of four digits" error="No" sqref="A1"/>';
    const book = sheet(
      '',
      `<dataValidations>${validation}</dataValidations><hyperlinks><hyperlink ref="A1" tooltip="Open it" display="x"/></hyperlinks>`,
    );
    expect((await extracted(book)).texts).toEqual(['Year', 'Type a year <1/>of four digits', 'No', 'Open it']);
    const { part } = await merged(book);
    expect(part('xl/worksheets/sheet1.xml')).toContain('prompt="TYPE A YEAR_x000a_OF FOUR DIGITS" error="NO"');
    expect(part('xl/worksheets/sheet1.xml')).toContain('tooltip="OPEN IT" display="x"');
  });
});

describe('comments', () => {
  const comment = `<comment ref="A1" authorId="0"><text>${run('Ann:', '<b/>')}${run('\nSure?')}</text></comment>`;
  const thread =
    '<threadedComment ref="A1"><text>Ask @Ann B about it</text><mentions><mention startIndex="4" length="6"/></mentions></threadedComment>';
  const book: SampleBook = { sheets: [{ name: 'One', comments: comment, threads: thread }] };

  it('comments are segments where that is asked for', async () => {
    const without = await extracted(book);
    expect(without.texts).toEqual([]);
    const reason = 'Comments were not to be translated.';
    expect(without.summary.skipped).toEqual([
      { part: 'xl/comments1.xml', reason, count: 2 },
      { part: 'xl/threadedComments/thread1.xml', reason, count: 1 },
    ]);
    expect((await extracted(book, { translateComments: true })).texts).toEqual([
      'Ann:',
      'Sure?',
      'Ask <1>@Ann B</1> about it',
    ]);
  });

  it('comments keep the places of the persons that they mention', async () => {
    const { part } = await merged(
      book,
      (segment) =>
        segment.length > 1
          ? [
              { kind: 'open', id: 1 },
              { kind: 'text', text: '@Ann B' },
              { kind: 'close', id: 1 },
              { kind: 'text', text: ' fragen' },
            ]
          : segment,
      { translateComments: true },
    );
    expect(part('xl/threadedComments/thread1.xml')).toContain(
      '<text>@Ann B fragen</text><mentions><mention startIndex="0" length="6"/></mentions>',
    );
  });
});
