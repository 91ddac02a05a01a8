import { describe, expect, it } from 'vitest';
import { merged, mergedFile } from './rtf-sample.fixture.js';

const both = (body: string, translations: readonly string[], options = {}): Promise<string> =>
  merged(body, translations, { includeSource: true, ...options });

describe('both languages in one RTF document', () => {
  it.each([
    ['above its translation', 'Good day\\par', ['Tag'], '{\\lang1033 \\langnp1033 Good day\\line }Tag\\par'],
    ['once for a whole paragraph', 'a b\\tab c', ['x y', 'z'], '{\\lang1033 \\langnp1033 a b\\tab c\\line }x y\\tab z'],
    [
      'where only its end is translated otherwise',
      'a b\\tab c',
      ['a b', 'z'],
      '{\\lang1033 \\langnp1033 a b\\tab c\\line }a b\\tab z',
    ],
    ['in its look', 'a {\\b b} c', ['x [1]y[/1]'], '{\\lang1033 \\langnp1033 a {\\b b} c\\line }x {\\b y}'],
    [
      'behind the number of its list',
      '\\ls1{\\listtext 1.\\tab}One day\\par',
      ['Un día'],
      '\\ls1{\\listtext 1.\\tab}{\\lang1033 \\langnp1033 One day\\line }Un d\\u237?a\\par',
    ],
    [
      'without notes, bookmarks and pictures',
      'One{\\footnote A note.} day{\\*\\bkmkstart x}{\\pict 00} on',
      ['[1/]', 'Nota'].map((text) => (text === 'Nota' ? text : 'Un[1/] día[2/] x')),
      '{\\lang1033 \\langnp1033 One day on\\line }Un{\\footnote {\\lang1033 \\langnp1033 A note.\\line }Nota} d\\u237?a{\\*\\bkmkstart x}{\\pict 00} x',
    ],
    [
      'with what a field shows, and with the page number as a field',
      'See {\\field{\\*\\fldinst{REF a}}{\\fldrslt one}} or {\\field{\\*\\fldinst{MERGEFIELD b}}{\\fldrslt two}}',
      ['Ver [1/] o'],
      '{\\lang1033 \\langnp1033 See {\\field{\\*\\fldinst{REF a}}{\\fldrslt one}} or {{two}}\\line }Ver {\\field{\\*\\fldinst{REF a}}{\\fldrslt one}} o {\\field{\\*\\fldinst{MERGEFIELD b}}{\\fldrslt two}}',
    ],
    [
      'with the text of a link and without its address',
      '{\\field{\\*\\fldinst{HYPERLINK "http://a"}}{\\fldrslt {\\ul a link}}}',
      ['x'],
      '{\\lang1033 \\langnp1033 {{{\\ul a link}}}\\line }{\\field{\\*\\fldinst{HYPERLINK "http://a"}}{\\fldrslt {\\ul x}}}',
    ],
    [
      'apart from a sign that is a word',
      'a\\emdash\\lang1033 b',
      ['x'],
      '{\\lang1033 \\langnp1033 a\\emdash b\\line }x\\lang3082 ',
    ],
  ])('has the source %s', async (_rule, body, translations, expected) => {
    expect(await both(body, translations)).toBe(expected);
  });

  it('the source in an RTF document stands within the document where no paragraph begins before it', async () => {
    expect(await mergedFile('{\\rtf1 Good day}', ['Tag'], { includeSource: true })).toBe(
      '{\\rtf1 {\\lang1033 \\langnp1033 {Good day}\\line }Tag}',
    );
  });

  it('an RTF document in both languages has no source of a text that stays', async () => {
    expect(await both('One\\par Two\\par', ['One', 'Dos'])).toBe(
      'One\\par {\\lang1033 \\langnp1033 Two\\line }Dos\\par',
    );
  });

  it('an RTF document in both languages has no copy of the title of the document', async () => {
    expect(await both('{\\info{\\title One}}\\par Two', ['Uno', 'Dos'])).toBe(
      '{\\info{\\title Uno}}\\par {\\lang1033 \\langnp1033 Two\\line }Dos',
    );
  });

  it('an RTF document in both languages says language and direction of the source where the translation runs the other way', async () => {
    const body = '{\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0 \\plain Hi}';
    expect(await both(body, ['x'], { targetLanguage: 'ar' })).toBe(
      '\\rtlpar\\qr {\\lang1033 \\langnp1033 \\ltrch {\\rtlch \\fcs1 \\af0 \\ltrch \\fcs0 \\plain \\lang1033 \\langnp1033 \\ltrch Hi}\\line }{\\ltrch\\fcs0 \\af0 \\rtlch\\fcs1 \\plain \\rtlch x}',
    );
  });
});
