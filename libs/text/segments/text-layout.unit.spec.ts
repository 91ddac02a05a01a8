import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from './text-layout.js';

/** Returns the pieces that are to be translated. */
const texts = (text: string): string[] => layOut(text).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));

describe('the layout of a text', () => {
  it.each([
    ['a\nb\r\nc\rd\u2028e\u2029f', ['a', 'b', 'c', 'd', 'e', 'f']],
    [' \t a \u00a0', ['a']],
    ['- a\n* b\n+ c\n• d\n1. e\n2) f\n1.2.3. g\n(a) h\n– i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']],
    ['- [ ] a\n> - b\n>> c\n## d ##\n    1. e\\', ['a', 'b', 'c', 'd', 'e']],
    ['-5 a\n1.5 b\n1995. c\n*d* e\n#f\n- ', ['-5 a', '1.5 b', '1995. c', '*d* e', '#f']],
    ['| a | b\\|c |\n|---|:-:|\n|d|`e|f`|', ['a', 'b\\|c', '---', ':-:', 'd', '`e|f`']],
    ['a | b || c {d | e} <f g="h | i">', ['a', 'b', 'c {d | e} <f g="h | i">']],
    ['a||b|c', ['a||b|c']],
    ['a\n```js\nb\n```\nc\n~~~\n```\n~~~~\nd', ['a', 'c', 'd']],
    ['```\na', ['```', 'a']],
    ['<p class="x">a<br/>b</p><ul><li>c <b>d</b></ul> x <y', ['a', 'b', 'c <b>d</b>', 'x <y']],
    ['a <pre lang="en">b\n\nc | d</pre> e <PRE>f</pre>\ng', ['a', 'e', 'g']],
    ['<pre>a', ['a']],
    ['a</pre>b<pre translate="yes">c\nd</pre> `<pre>` e </pre> f', ['a', 'b', 'c', 'd', '`', '` e', 'f']],
    ['```\n<pre>\n```\na\n</pre>', ['a']],
    ['[a]: https://b.c "d"\n[e]: f g', ['[e]: f g']],
    ['a {n, plural, offset:1 =0 {b} one {# c} other {{n} d}} e', ['a', 'b', 'c', '{n} d', 'e']],
    ['{g, select, f {a\n- b} other {{n, selectordinal, one {c} other {d}}}}', ['a', 'b', 'c', 'd']],
    ["{n, plural, other {a '{' b}}", ["a '{' b"]],
    [
      '{n, plural, } {n, plural, one {a} {n, other, one {b}}',
      ['{n, plural, } {n, plural, one {a} {n, other, one {b}}'],
    ],
    ['', []],
    [' \n\t', []],
  ])('the layout of %j leaves these texts to translate', (text, expected) => expect(texts(text)).toEqual(expected));

  it('the pieces joined are the text, and no piece to translate has white space at its ends', () => {
    const signs = [
      '\n',
      '\r',
      ' ',
      '- ',
      '# ',
      '|',
      '`',
      '```',
      '~~~',
      '> ',
      '1. ',
      '{n, plural, ',
      'one {',
      '}',
      "'{",
      '<p>',
      '</li>',
      '<pre>',
      '</pre>',
      '<br',
      '[a]: ',
      'b',
      '\\',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary' }))), (parts) => {
        const text = parts.join('');
        const pieces = layOut(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const piece of pieces) {
          if (piece.kind === 'text') expect(piece.text).toMatch(/^\S(?:.*\S)?$/su);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '\n',
    '- ',
    '> ',
    '|',
    ' | ',
    '| a ',
    '`',
    '```\n',
    '~~~\n',
    '{',
    '}',
    "'{",
    '{x, plural, ',
    '{x, plural, one {',
    '{x, plural, one {a}}',
    '<p>',
    '<p ',
    '<pre>',
    '<pre></pre>',
    '<pre>\n',
    '</pre>\n<pre>\n',
    '</pre><pre>',
    '#',
    '# ',
    ' ',
    '\\|',
  ])(
    'the layout of 10,000 code points of %j is made without going over them again and again',
    (piece) => {
      const text = piece.repeat(10_000 / piece.length);
      expect(
        layOut(text)
          .map((each) => each.text)
          .join(''),
      ).toBe(text);
    },
    2_000,
  );
});
