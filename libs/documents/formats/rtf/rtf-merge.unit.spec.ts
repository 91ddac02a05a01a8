import { describe, expect, it } from 'vitest';
import { merged } from './rtf-sample.fixture.js';

describe('a translated RTF document', () => {
  it.each([
    ['in ASCII, with what readers skip', 'Cat', ['Katze für 5 € 😀'], 'Katze f\\u252?r 5 \\u8364? \\u-10179?\\u-8704?'],
    ['with as much to skip as the document says', '\\uc2 Cat', ['été'], '\\uc2 \\u233??t\\u233??'],
    ['without anything to skip', '\\uc0 Cat', ['été'], '\\uc0 \\u233 t\\u233 '],
    [
      'where that changes within',
      'A {\\b\\uc0 b} c',
      ['é [1]é[/1] ü'],
      '{\\uc1 \\u233?} {\\b\\uc0 {\\uc1 \\u233?}} {\\uc1 \\u252?}',
    ],
    ['with signs of RTF as text', 'Cat', ['a\\b{c}\u00a0d'], 'a\\\\b\\{c\\}\\~d'],
    ['apart from a word before it', "\\b\\'e9\\b0  a", ['[1]x[/1] b'], '\\b x\\b0  b'],
    ['apart from a word that ends a paragraph', "One\\par\\'e9t\\'e9", ['Eins', 'x'], 'Eins\\par x'],
    ['behind a byte that has no number', "\\'\u00183e Cat", ['3f'], "\\'\u001833f"],
    ['in its groups', 'a {\\b b} c', ['[1]B[/1] C A'], '{\\b B} C A'],
    ['in the look of most', '{\\fs24 a b }{\\fs24\\b c}{\\fs24  d}', ['[1]C[/1] x'], '{\\fs24\\b C}{\\fs24  x}'],
    ['without what nobody sees', '{\\insrsid1 wo}{\\insrsid2 rd}', ['Wort'], '{\\insrsid1 Wort}'],
    ['in its formatting, which ends without groups', 'a \\cf1\\b b\\cf0\\b0  c', ['[1]B[/1] C A'], '{\\cf1\\b B} C A'],
    ['in the formatting of most', '\\fs30 A\\fs24  one two', ['[1]U[/1]no dos'], '\\fs30 \\fs24 {\\fs30 U}no dos'],
    ['with the font of the document behind \\plain', 'one two \\f1 b', ['[1]B[/1] x'], '{\\f1 B} x\\f1 '],
    ['with the language that goes on', 'a \\lang1036 b', ['x y'], 'x y\\lang1036 '],
  ])('has text %s', async (_rule, body, translations, expected) => {
    expect(await merged(body, translations)).toBe(expected);
  });

  it('a translated RTF document goes on behind a paragraph in the formatting of its source when tags have changed places', async () => {
    expect(await merged('a \\cf1 b \\cf2 c', ['c [2/]b [1/]a'])).toBe('c {\\cf2 b {\\cf1 a}}\\cf2 ');
    expect(await merged('a \\xyz1 b \\xyz2 c', ['c [2/]b [1/]a'])).toBe('{c \\xyz2 b \\xyz1 a}\\xyz1 \\xyz2 ');
  });

  it.each([
    ['\\lang1033 Hi', 'es', '\\lang3082 Hola'],
    ['\\lang2057\\langfe1041 Hi', 'pt-BR', '\\lang1046\\langfe1041 Hola'],
    ['\\lang1036 Hi', 'es', '\\lang1036 Hola'],
    ['\\lang1033 Hi', 'tlh', '\\lang1033 Hola'],
  ])('has the language of its target for %s', async (body, targetLanguage, expected) => {
    expect(await merged(body, ['Hola'], { targetLanguage })).toBe(expected);
  });

  it('a translated RTF document runs from right to left where its target does', async () => {
    const body = '\\pard\\ltrpar\\ql {\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0 Hi}\\par \\pard\\qc Ho\\par';
    expect(await merged(body, ['x', 'y'], { targetLanguage: 'ar' })).toBe(
      '\\rtlpar\\qr \\pard\\rtlpar\\qr\\rtlpar\\qr {\\ltrch\\fcs0 \\af0 \\rtlch\\fcs1 \\rtlch x}\\par \\pard\\rtlpar\\qr\\qc \\rtlch y\\par',
    );
  });

  it('a translated RTF document has its formatting for letters of both directions where it runs from right to left', async () => {
    const both = (word: string) => `\\ltrch\\${word}\\rtlch\\${word}`;
    expect(await merged('\\fs48 a {\\b b}\\par', ['x [1]y[/1]'], { targetLanguage: 'ar' })).toBe(
      `\\rtlpar\\qr ${both('fs48')} \\rtlch x {${both('b')} y}\\par`,
    );
    expect(await merged('a \\fs48 b\\fs24  c d\\par', ['x [1]y[/1] z'], { targetLanguage: 'ar' })).toBe(
      `\\rtlpar\\qr \\rtlch x {${both('fs48')} y} z\\par`,
    );
  });

  it('a translated RTF document runs from left to right where its source does not', async () => {
    const body = '\\rtlpar\\qr {\\rtlch Hi}\\par';
    const languages = { sourceLanguage: 'he', targetLanguage: 'en' };
    expect(await merged(body, ['x'], languages)).toBe('\\ltrpar\\ql {\\ltrch \\ltrch x}\\par');
  });

  it('a translated RTF document has the translation of a footnote within that of its paragraph', async () => {
    expect(await merged('One{\\footnote Note.} day', ['Tag[1/] eins', 'Notiz.'])).toBe('Tag{\\footnote Notiz.} eins');
  });

  it('a translated RTF document keeps a footnote as it is where only its paragraph changes', async () => {
    expect(await merged('One{\\footnote Note.} day', ['Ein[1/] Tag', 'Note.'])).toBe('Ein{\\footnote Note.} Tag');
  });
});
