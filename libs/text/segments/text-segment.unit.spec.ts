import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from './segment.js';
import { textSegment } from './text-segment.js';

/** Shows a segment: `<1>` `</1>` for a pair, `<2/>` for a tag alone, `«…»` for a protected part. */
const shown = (line: string): string =>
  textSegment(line)
    .segment.map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'keep') return `«${part.text}»`;
      return { open: `<${part.id}>`, close: `</${part.id}>`, single: `<${part.id}/>` }[part.kind];
    })
    .join('');

describe('the segment of a line', () => {
  it.each([
    ['**a** *b* __c__ _d_ ~~e~~', '<1>a</1> <2>b</2> <3>c</3> <4>d</4> <5>e</5>'],
    ['***a*** ***b* c** **a *b***', '<1><2>a</2></1> <3><4>b</4> c</3> <5>a <6>b</6></5>'],
    ['[a](b) ![c](d "e") [f][g] [h] [i [j] k](l)', '<1>a</1> <2>c</2> <3>f</3> [h] <4>i [j] k</4>'],
    ['`a` `` b`c `` `d', '«`a`» «`` b`c ``» `d'],
    ['<b>a</b> <B x="y">c</b> <img/>d<br>', '<1>a</1> <2>c</2> <3/>d<4/>'],
    ['a</p> b <i>c', 'a<1/> b <2/>c'],
    ['<a href="x>y">a</a> <a title=\'"\' disabled>b</a>', '<1>a</1> <2>b</2>'],
    [
      '<code>a <b>b</b></code> <i translate="no">c</i> <i class="x notranslate">d</i>',
      '«<code>a <b>b</b></code>» «<i translate="no">c</i>» «<i class="x notranslate">d</i>»',
    ],
    [
      'a<!-- b -->c &amp; &#39; &x; [^1] <me@a.org> <https://a.b>',
      'a<1/>c «&amp;» «&#39;» &x; «[^1]» «<me@a.org>» «<https://a.b>»',
    ],
    ['\\*a\\* \\[b](c) 2 * 3 * 4 2*3*4 a*b*c', '\\*a\\* \\[b](c) 2 * 3 * 4 2*3*4 a*b*c'],
    [
      'a < b, c > d, x <y and z> w, snake_case_name, x_1, ____',
      'a < b, c > d, x <y and z> w, «snake_case_name», «x_1», ____',
    ],
    ['*a* {b_c} **https://x.y/_z**', '<1>a</1> «{b_c}» <2>«https://x.y/_z»</2>'],
    ['<b>a **b</b> c**', '<1>a **b</1> c**'],
    ['Price* and terms*', 'Price* and terms*'],
  ])('the line %s becomes tags, texts and protected spans', (line, expected) => expect(shown(line)).toBe(expected));

  it('the segment of prose is one text', () => {
    const line = 'Well, “the house” (a big one) — isn’t it?';
    expect(textSegment(line).segment).toEqual([{ kind: 'text', text: line }]);
    expect(textSegment('').segment).toEqual([]);
  });

  it('any line is rendered again as it was when nothing changes', () => {
    const signs = [
      '*',
      '_',
      '`',
      '~',
      '<',
      '>',
      '/',
      '[',
      ']',
      '(',
      ')',
      '!',
      '\\',
      '&amp;',
      '<b>',
      '</b>',
      'a',
      ' ',
      '1',
      '{x}',
      '"',
      '=',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary' }))), (pieces) => {
        const line = pieces.join('');
        const { segment, render } = textSegment(line);
        expect(render(segment)).toBe(line);
        const open: number[] = [];
        for (const part of segment) {
          if (part.kind === 'open') open.push(part.id);
          if (part.kind === 'close') expect(open.pop()).toBe(part.id);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '<',
    '<b>',
    '<b></b>',
    'x</b>',
    '*',
    '*a',
    '***a***',
    '_',
    '`',
    '``a`',
    '[',
    '](',
    '[a](',
    '](x(',
    '<!--',
    '<a b="',
    '<a b ',
    '&a',
    '\\',
    '1,',
    '1 ',
    '€1',
    '<a:',
    '{{',
    '[[',
  ])(
    'the segment of 10,000 code points of %j is made without going over them again and again',
    (piece) => {
      const line = piece.repeat(10_000 / piece.length);
      const { segment, render } = textSegment(line);
      expect(render(segment)).toBe(line);
      expect(segment.filter(({ kind }) => kind === 'open' || kind === 'single').length).toBeLessThanOrEqual(200);
    },
    2_000,
  );
});

describe('a translation', () => {
  const rendered = (line: string, translation: Segment): string => textSegment(line).render(translation);

  it('a translation has its tags where the engine put them', () =>
    expect(
      rendered('<b>a</b> b', [
        { kind: 'text', text: 'B ' },
        { kind: 'open', id: 1 },
        { kind: 'text', text: 'A' },
        { kind: 'close', id: 1 },
      ]),
    ).toBe('B <b>A</b>'));

  const pair = (id: number): Segment => [
    { kind: 'open', id },
    { kind: 'close', id },
  ];

  it('an emphasis of nothing goes around the word before it', () => {
    expect(rendered('a **b**', [{ kind: 'text', text: 'one two' }, ...pair(1)])).toBe('one **two**');
    expect(rendered('a **b**', [{ kind: 'keep', text: '{x}' }, ...pair(1)])).toBe('**{x}**');
    expect(rendered('a [b](c)', [{ kind: 'text', text: 'one' }, ...pair(1)])).toBe('[one](c)');
  });

  it('an emphasis is lost only where it has nothing to mark, and a link or a tag never', () => {
    expect(rendered('**a**', [...pair(1), { kind: 'text', text: ' one' }])).toBe(' one');
    expect(rendered('[a](b)', [...pair(1), { kind: 'text', text: ' one' }])).toBe('[](b) one');
    expect(rendered('<b>a</b>', [{ kind: 'text', text: 'one' }, ...pair(1)])).toBe('one<b></b>');
  });
});
