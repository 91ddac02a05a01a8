import { describe, expect, it } from 'vitest';
import { defaultFormatOptions } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import { memoryFile } from '../source-file.js';
import { rtfFormat } from './rtf.format.js';
import { extracted, rtfOf, textsOf } from './rtf-sample.fixture.js';

const hello = `\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2`;

describe('the segments of an RTF document', () => {
  it.each([
    ['a paragraph', 'One day\\par Two days\\par', ['One day', 'Two days']],
    ['the last paragraph without an end', 'One day', ['One day']],
    ['a paragraph over line ends of the file', 'One\r\n d\nay\\par', ['One day']],
    ['a paragraph that a backslash before a line end ends', 'One day\\\nTwo days', ['One day', 'Two days']],
    ['the cells of a table', '\\trowd\\intbl One\\cell Two\\cell\\row', ['One', 'Two']],
    ['the two sides of a tab', 'Name:\\tab Anna\\par', ['Name:', 'Anna']],
    ['the two sides of a line break', 'Quay Street\\line Harbour\\par', ['Quay Street', 'Harbour']],
    ['a sentence over a line break', 'ships that\\line come and go\\par', ['ships that [1/]come and go']],
    [
      'the two sides of a line break that is a character',
      'Quay Street\\u8232?Harbour\\par',
      ['Quay Street', 'Harbour'],
    ],
    ['a sentence over a line break that is a character', 'ships that\\uc0\\u8232 come\\par', ['ships that [1/]come']],
    ['two sentences over a line break', 'Ships come.\\line eBooks too.\\par', ['Ships come.', 'eBooks too.']],
    ['words without numbers alone', '1984\\par', []],
  ])('are %s', async (_rule, body, expected) => {
    expect(await textsOf(body)).toEqual(expected);
  });

  it.each([
    ['of the code page of the document', "Caf\\'e9", 'Café'],
    ['of the code page of a font', `\\f1 ${hello}`, 'Привет'],
    ['of a font within its group', `\\f1 ${hello} {\\f0 \\'e9}`, 'Привет [1]é[/1]'],
    ['of the font of the document behind \\plain', `\\f1 ${hello}\\plain \\'e9`, 'Привет[1]é[/1]'],
    ['of two bytes', "\\f3 \\'93\\'fa\\'96\\'7b", '日本'],
    ['of two bytes, the second as it is', "\\f3 \\'83A\\'83\\\\", 'アソ'],
    ['in bytes as they are', 'Caf\xe9', 'Café'],
    ['in Unicode with one to skip', 'A \\u1055?\\u1072?x', 'A Паx'],
    ['in Unicode with bytes to skip', "\\uc2\\u8364\\'80\\'80uro", '€uro'],
    ['in Unicode with none to skip', '{\\uc0 \\u1055\\u1072}?', 'Па?'],
    ['beyond 16 bits', '\\u-10179?\\u-8704? a', '😀 a'],
    ['by a word', 'a \\emdash  b\\rquote s \\ldblquote c\\rdblquote', 'a — b’s “c”'],
    ['by a symbol', 'a\\~b\\_c\\-d \\\\ \\{e\\}', 'a\u00a0b\u2011cd \\ {e}'],
  ])('have the characters %s', async (_rule, text, expected) => {
    const [first] = await textsOf(`${text}\\par`);
    expect(first).toBe(expected);
  });

  it.each([
    ['a pair for a group', 'a {\\b b} c', 'a [1]b[/1] c'],
    ['a pair for a word and its end', 'a \\b b\\b0  c', 'a [1]b[/1] c'],
    ['a pair for an underline', 'a \\ul b\\ulnone  c', 'a [1]b[/1] c'],
    ['a pair for formatting that goes on', 'a \\cf1 b', 'a [1]b[/1]'],
    ['a pair for a colour that ends', 'a \\cf1 b\\cf0  c', 'a [1]b[/1] c'],
    ['a pair for a font and a switch that end together', '\\f0 a \\f1\\b b c\\f0\\b0  d e f', 'a [1]b c[/1] d e f'],
    ['pairs for formatting that changes to another', 'one \\fs30 b \\fs40 c \\fs24 two', 'one [1]b [/1][2]c [/2]two'],
    [
      'pairs for formatting behind \\plain',
      '\\plain\\fs20 one \\plain\\fs20\\b b\\plain\\fs20  two',
      'one [1]b[/1] two',
    ],
    ['no tag for the look of most, without groups', '\\fs30 A\\fs24  one two', '[1]A[/1] one two'],
    ['no tag for a size that is in force', '\\fs20 one \\fs20 two', 'one two'],
    ['no tag for the look of white space, without groups', 'one\\cf1  \\cf0 two', 'one two'],
    ['a tag where something else than formatting changes', 'a \\xyz b \\cf1 c', 'a [1/]b [2/]c'],
    ['one pair for a group in a group', 'a {{\\b\\i b}} c', 'a [1]b[/1] c'],
    ['no tag for all of the text', '{\\b all of it}', 'all of it'],
    ['no tag for sessions and languages', '{\\insrsid1 wo}{\\insrsid2 rd}\\lang1033  here', 'word here'],
    ['no tag for a font that is in force', '\\f0 Microsoft\\f0 \\u174?', 'Microsoft®'],
    ['no tag for the look of most', '{\\fs24 one two }{\\fs24\\b three}{\\fs24  four}', 'one two [1]three[/1] four'],
    ['no tag for the look of white space', 'one{\\b  }two', 'one two'],
    ['a tag for a bookmark', 'one {\\*\\bkmkstart x}two', 'one [1/]two'],
    ['a tag for a page number', 'page {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}} of it', 'page [1/] of it'],
    ['a pair for a link', 'see {\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt{\\ul here}}} now', 'see [1]here[/1] now'],
    ['a tag for a picture', 'an {\\pict\\bin4 {}\\x} icon', 'an [1/] icon'],
    ['a tag for a sign of a symbol font', "an {\\f2 a\\'b7} icon", 'an [1/] icon'],
    ['a tag for a byte without a character', "an \\'81 icon", 'an [1/] icon'],
    ['a tag for hidden text', 'an {\\v no } icon', 'an [1/] icon'],
    ['a tag for deleted text', 'an {\\deleted no } icon', 'an [1/] icon'],
  ])('have %s', async (_rule, body, expected) => {
    expect(await textsOf(body)).toEqual([expected]);
  });

  it.each([
    ['body', 'Text\\par'],
    ['heading', '\\s1 Text\\par'],
    ['heading', '\\s2 Text\\par'],
    ['heading', '\\outlinelevel0 Text\\par'],
    ['body', '\\outlinelevel0\\pard Text\\par'],
    ['table', '\\intbl Text\\cell'],
    ['header', '{\\headerf \\pard Text}'],
    ['footer', '{\\footer \\pard Text}'],
    ['note', '{\\footnote \\pard Text}'],
    ['title', '{\\info{\\author A}{\\title Text}}'],
    ['title', '{\\info{\\upr{\\title ?}{\\*\\ud{\\title Text}}}}'],
  ])('have the role %s in %s', async (role, body) => {
    expect(await extracted(body)).toEqual([{ role, parts: [{ kind: 'text', text: 'Text' }] }]);
  });

  it.each([
    ['headers', { translateHeaders: false }, '{\\header Head\\par}Body', ['Body']],
    ['no comments', {}, 'Body{\\*\\annotation Why?}', ['Body']],
    ['comments when asked', { translateComments: true }, 'Body{\\*\\annotation Why?}', ['Body', 'Why?']],
    ['hidden text when asked', { hidden: true }, 'an {\\v old} icon', ['an [1]old[/1] icon']],
  ])('are without or with %s', async (_what, options, body, expected) => {
    expect(await textsOf(body, options)).toEqual(expected);
  });

  it.each([
    [
      'a text box',
      'One {\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt Box\\par}}{\\shprslt Box}}day',
      ['One [1/]day', 'Box'],
    ],
    ['a footnote', 'One{\\footnote {\\super\\chftn} Note.} day', ['One[1/] day', 'Note.']],
    ['an old text box', '{\\*\\do\\dptxbx{\\dptxbxtext Box\\par}}Text', ['Text', 'Box']],
  ])('come before those of %s within', async (_what, body, expected) => {
    expect(await textsOf(body)).toEqual(expected);
  });

  it('the segments of an RTF document are none of the groups that a reader does not show', async () => {
    const groups = ['*\\xyz', 'colortbl', '*\\themedata', 'nonshppict', 'listtext', 'object', '*\\pnseclvl1'];
    expect(await textsOf(`${groups.map((word) => `{\\${word} Hidden}`).join('')}Text`)).toEqual(['Text']);
  });

  it.each([
    ['hidden text, once where it is cut', {}, 'an {\\v ol}{\\v\\b d} icon{\\v  12}', skipReasons.hidden, 1],
    ['no hidden text that is translated', { hidden: true }, 'an {\\v old} icon', skipReasons.hidden, 0],
    ['deleted text', {}, "{\\deleted \\'e9}One{\\deleted\\u1055?}\\par", skipReasons.deleted, 2],
    [
      'results of fields with words',
      {},
      'On {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}} and {\\field{\\*\\fldinst REF x}{\\fldrslt{\\b Figure}}}',
      skipReasons.field,
      1,
    ],
    [
      'paragraphs of headers',
      { translateHeaders: false },
      '{\\header {\\pict abcd}{\\*\\bkmkstart x}One\\par \\u1055?\\par 3\\par}Body',
      skipReasons.headers,
      2,
    ],
    ['comments', {}, 'Body{\\*\\annotation{\\*\\atnref 1}Why?}', skipReasons.comments, 1],
  ])('count as left %s', async (_what, options, body, reason, count) => {
    const all = { ...defaultFormatOptions, ...options };
    const reading = rtfFormat.extract(memoryFile(Buffer.from(rtfOf(body), 'latin1')), all);
    for (;;) {
      const next = await reading.next();
      if (!next.done) continue;
      expect(next.value.skipped).toEqual(count === 0 ? [] : [{ reason, count }]);
      return;
    }
  });

  it('end where a picture in them has more bytes than are held', async () => {
    const picture = `{\\pict ${'00'.repeat(700_000)}}`;
    expect(await textsOf(`before ${picture} behind`)).toEqual(['before', 'behind']);
    expect(rtfOf(picture).length).toBeGreaterThan(1024 * 1024);
  });
});
