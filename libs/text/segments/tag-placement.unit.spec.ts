import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from './segment.js';
import { splitRuns } from './segment-runs.js';
import { placeTags, type TracedPiece } from './tag-placement.js';

/** Parses `a <1>b</1><2/>` to a segment, and writes one. */
const parse = (written: string): Segment =>
  (written.match(/<\/?\d+\/?>|[^<]+/g) ?? []).map((part) => {
    const id = Number(/\d+/.exec(part)?.[0]);
    if (part.startsWith('</')) return { kind: 'close', id };
    if (part.endsWith('/>')) return { kind: 'single', id };
    return part.startsWith('<') ? { kind: 'open', id } : { kind: 'text', text: part };
  });

const write = (segment: Segment): string =>
  segment
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'keep') return part.text;
      if (part.kind === 'single') return `<${part.id}/>`;
      return part.kind === 'open' ? `<${part.id}>` : `</${part.id}>`;
    })
    .join('');

const piece = (text: string, run: number | undefined): TracedPiece => ({ part: { kind: 'text', text }, run });

/** Places the tags of a source around pieces given as `[text, run]`. */
const placed = (source: string, ...pieces: [string, number | undefined][]): string =>
  write(
    placeTags(
      splitRuns(parse(source)),
      pieces.map(([text, run]) => piece(text, run)),
    ),
  );

describe('tag placement', () => {
  it('a segment whose pieces are its own comes back as it was', () => {
    const source = 'The <1>black <2>cat</2></1> of<3/> <4>my</4> friend';
    const { runs } = splitRuns(parse(source));
    const pieces = runs.flatMap(({ parts }, run) => parts.map((part) => ({ part, run })));
    expect(write(placeTags(splitRuns(parse(source)), pieces))).toBe(
      'The <1>black <2>cat</2></1> of<3/> <4>my</4> friend',
    );
  });

  it('tags follow words that have changed places', () => {
    expect(placed('the <1>black</1> cat', ['el', 0], [' ', undefined], ['gato ', 2], ['negro', 1])).toBe(
      'el gato <1>negro</1>',
    );
  });

  it('a span that has come apart is joined when nothing of another tag stands between', () => {
    expect(placed('<1>black cats</1> here', ['gatos ', 0], ['aquí ', 1], ['negros', 0])).toBe(
      '<1>gatos aquí negros</1>',
    );
  });

  it('a tag keeps the longer part of a span that another has come into', () => {
    expect(placed('<1>a b c</1> <2>d</2>', ['a ', 0], ['b ', 0], ['d ', 2], ['c', 0])).toBe('<1>a b</1> <2>d</2> c');
  });

  it('tags nest as in the source', () => {
    expect(placed('<1>a <2>b</2> c</1> d', ['b ', 1], ['d ', 3], ['c ', 2], ['a', 0])).toBe('<1><2>b</2> d c a</1>');
  });

  it('a tag without words stays behind the words that stood before it', () => {
    expect(placed('a<1/> b', ['b ', 1], ['a', 0])).toBe('b a<1/>');
    expect(placed('a <1>b</1> c', ['a ', 0], ['c', 2])).toBe('a<1></1> c');
    expect(placed('<1/>a', ['a', 0])).toBe('<1/>a');
    expect(placed('<1></1><2/>')).toBe('<1></1><2/>');
  });

  it.each([
    ['at the beginning', '<1>S</1>UMMARY', [['RESUMEN', 1]], '<1>R</1>ESUMEN'],
    [
      'of each word',
      '<1>S</1>ITE <2>P</2>LAN',
      [
        ['PLANO ', 2],
        ['DE ', undefined],
        ['SITIO', 0],
      ],
      '<2>P</2>LANO DE <1>S</1>ITIO',
    ],
    [
      'of a text, whose words have changed places',
      '<1>W</1>hite cats',
      [
        ['gatos ', 1],
        ['blancos', 0],
      ],
      '<1>g</1>atos blancos',
    ],
    [
      'behind blanks',
      '<1>  S</1>ITE',
      [
        ['  ', undefined],
        ['SITIO', 1],
      ],
      '  <1>S</1>ITIO',
    ],
    ['behind a sign', '<1>W</1>hy?', [['¿Por qué?', 0]], '<1>¿P</1>or qué?'],
    [
      'where the word has but one letter',
      '<1>A</1>nd so',
      [
        ['y ', 0],
        ['así', 1],
      ],
      '<1>y</1> así',
    ],
  ] as const)('the tags of an initial %s go to an initial', (_where, source, pieces, expected) => {
    expect(placed(source, ...pieces.map(([text, run]): [string, number | undefined] => [text, run]))).toBe(expected);
  });

  it.each([
    ['a letter within a word', 'a<1>B</1>c', [['abc', 0]], 'abc<1></1>'],
    [
      'a word of one letter',
      '<1>A</1> cat',
      [
        ['Un ', 0],
        ['gato', 1],
      ],
      '<1>Un</1> gato',
    ],
    ['a small letter', '<1>e</1>Book', [['libro', 1]], '<1></1>libro'],
    ['two letters', '<1>Eb</1>ook', [['libro', 1]], '<1></1>libro'],
  ] as const)('the tags of %s are not those of an initial', (_what, source, pieces, expected) => {
    expect(placed(source, ...pieces.map(([text, run]): [string, number | undefined] => [text, run]))).toBe(expected);
  });

  it('a word of unknown origin goes to the run that is missing there', () => {
    expect(placed('<1>all people</1> are', ['alle mennesker ', undefined], ['er', 1])).toBe('<1>alle mennesker</1> er');
  });

  it('a word of unknown origin goes to the less enclosed neighbour', () => {
    expect(placed('<1>a</1> b', ['a', 0], [' x ', undefined], ['b', 1])).toBe('<1>a</1> x b');
  });

  it('tags without their other half and crossing ones are kept, each once', () => {
    expect(placed('</1>a<2>b', ['a', 0], ['b', 1])).toBe('</1>a<2>b');
    const crossing = placed('<1>a<2>b</1>c</2>', ['a', 0], ['b', 1], ['c', 2]);
    expect(crossing.match(/<[^>]+>/g)?.sort()).toEqual(['<1>', '</1>', '<2>', '</2>'].sort());
  });

  it('every tag comes out once, well nested, and all pieces in order, whatever the pieces are', () => {
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom('a', 'b ', ' c'),
        fc.constant('<#/>'),
        fc.array(tie('node'), { maxLength: 4 }).map((inside) => `<#>${inside.join('')}</#>`),
      ),
    })).node;
    const source = fc.array(tree, { maxLength: 6 }).map((nodes) => {
      let id = 0;
      const open: number[] = [];
      return nodes.join('').replaceAll(/<(\/?)#(\/?)>/g, (_, close: string, single: string) => {
        if (close !== '') return `</${open.pop()}>`;
        id += 1;
        if (single === '') open.push(id);
        return `<${id}${single}>`;
      });
    });
    const pieces = fc.array(fc.tuple(fc.constantFrom('x', 'y ', ' '), fc.option(fc.nat(8), { nil: undefined })));
    /** Tags around the source: so many that those in it are put in order, or none. */
    const outer = fc.constantFrom(0, 70).map((count) => Array.from({ length: count }, (_, at) => 1_000 + at));
    fc.assert(
      fc.property(source, pieces, outer, (content, given, around) => {
        const opened = around.map((id) => `<${id}>`).join('');
        const closed = around.map((id) => `</${id}>`);
        const written = `${opened}${content}${closed.reverse().join('')}`;
        const result = placed(written, ...given);
        const tags = (text: string): string[] => text.match(/<[^>]+>/g) ?? [];
        expect(tags(result).sort()).toEqual(tags(written).sort());
        expect(result.replaceAll(/<[^>]+>/g, '')).toBe(given.map(([text]) => text).join(''));
        const open: string[] = [];
        for (const tag of tags(result).filter((each) => !each.endsWith('/>'))) {
          if (tag.startsWith('</')) expect(open.pop()).toBe(tag.replace('/', ''));
          else open.push(tag);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('tags that are nested thousands deep stand around the words that they stood around', () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => at + 1);
    const opened = ids.map((id) => `a${id} <${id}>`).join('');
    const closed = ids.toReversed().map((id) => `b${id}</${id}> `);
    const source = `${opened}c ${closed.join('')}d`;
    const { runs } = splitRuns(parse(source));
    const pieces = runs.flatMap(({ parts }, run) => parts.map((part) => ({ part, run })));
    expect(write(placeTags(splitRuns(parse(source)), pieces))).toBe(source);
    expect(placed(opened, ['x', undefined])).toContain('x');
    expect(placed(source, ['x', 5_000]).match(/<[^>]+>/g)).toHaveLength(10_000);
  });
});
