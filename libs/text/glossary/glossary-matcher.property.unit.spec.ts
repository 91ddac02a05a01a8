import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segments } from '#libs/ports/inference/random-segments.arbitrary.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { GlossaryEntry } from './glossary-entry.js';
import { compileGlossaryAtOnce } from './glossary-matcher.js';
import { TermTally } from './term-tally.js';
import { normalTerm } from './term-text.js';

const unspaced = /^[\p{scx=Han}\p{scx=Thai}]/u;
const isWord = /^[\p{L}\p{M}\p{N}]/u;

/** Says whether a word may end and another begin between two clusters. */
const isLimit = (before: string | undefined, after: string | undefined): boolean =>
  before === undefined ||
  after === undefined ||
  !(isWord.test(before) && isWord.test(after)) ||
  unspaced.test(before) ||
  unspaced.test(after);

const capitalised = (text: string): string => text.replace(/^[^\p{L}\p{N}]*\p{Ll}/u, (start) => start.toUpperCase());

/** Finds the first entry that is written so, or is with a capital, or in another case. */
const entryOf = (written: string, entries: readonly GlossaryEntry[]): GlossaryEntry | undefined => {
  const found = normalTerm(written);
  const signs = (text: string): string => text.replaceAll('’', "'");
  const named = entries.map((entry) => ({ entry, source: normalTerm(entry.source) }));
  return (
    named.find(({ source }) => source === found) ??
    named.find(({ source }) => capitalised(signs(source)) === signs(found)) ??
    named.find(({ source }) => signs(source).toLowerCase() === signs(found).toLowerCase()) ??
    named.find(({ source }) => signs(source).toUpperCase() === signs(found))
  )?.entry;
};

/** Compares every stretch at each place with every term, the longest first. */
const naively = (text: string, entries: readonly GlossaryEntry[]): string[] => {
  const clusters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const applied: string[] = [];
  for (let at = 0; at < clusters.length; at += 1) {
    if (!isLimit(clusters[at - 1], clusters[at]) || /^\s/u.test(clusters[at] ?? '')) continue;
    for (let end = clusters.length; end > at; end -= 1) {
      if (!isLimit(clusters[end - 1], clusters[end]) || /^\s/u.test(clusters[end - 1] ?? '')) continue;
      const entry = entryOf(clusters.slice(at, end).join(''), entries);
      if (entry === undefined) continue;
      applied.push(entry.source);
      at = end - 1;
      break;
    }
  }
  return applied;
};

const character = fc.constantFrom(
  ...[
    'a',
    'b',
    'A',
    'B',
    'ß',
    's',
    'S',
    'é',
    'e\u0301',
    'e',
    '漢',
    '字',
    'ก',
    'กิ',
    '1',
    '-',
    '+',
    "'",
    '’',
    '.',
    '(',
    ' ',
  ],
);
const term = fc.array(character, { minLength: 1, maxLength: 5 }).map((characters) => characters.join('').trim());
const glossary = fc
  .uniqueArray(
    term.filter((each) => each !== ''),
    { maxLength: 10, selector: normalTerm },
  )
  .map((sources) => sources.map((source, n) => ({ source, target: `<${n}>` })));
const piece = fc.oneof({ weight: 3, arbitrary: character }, fc.constantFrom(' ', '  ', '\n', '\u00a0'));

/** Words of the letters of terms, cut by tags anywhere. */
const cutWords: fc.Arbitrary<Segment> = fc
  .letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium' },
      { weight: 4, arbitrary: fc.constantFrom('ab', 'ba', 'a', 'b', ' ', 'abba ') },
      fc.constant('<#/>'),
      fc.array(tie('node'), { maxLength: 4 }).map((inside) => `<#>${inside.join('')}</#>`),
    ),
  }))
  .node.map((written) => {
    const open: number[] = [];
    return (written.match(/<[^>]+>|[^<]+/g) ?? []).map((part, id): SegmentPart => {
      if (!part.startsWith('<')) return { kind: 'text', text: part };
      if (part === '<#/>') return { kind: 'single', id };
      if (part === '</#>') return { kind: 'close', id: open.pop() ?? -1 };
      open.push(id);
      return { kind: 'open', id };
    });
  });

const languages = { source: 'en', target: 'es' };

describe('a compiled glossary', () => {
  it('a compiled glossary finds the same terms as comparing every stretch of the text with every term', () => {
    const textAndTerms = glossary.chain((entries) => {
      const known =
        entries.length === 0 ? piece : fc.oneof(piece, fc.constantFrom(...entries.map(({ source }) => source)));
      return fc.tuple(fc.array(known, { maxLength: 16 }), fc.constant(entries));
    });
    fc.assert(
      fc.property(textAndTerms, ([pieces, entries]) => {
        const text = pieces.join('');
        const tally = new TermTally();
        const parts = compileGlossaryAtOnce(entries, languages).apply([{ kind: 'text', text }], tally);
        const placed = parts.flatMap((part) => (part.kind === 'keep' ? [Number(part.text.slice(1, -1))] : []));
        expect(placed.map((n) => entries[n]?.source)).toEqual(naively(text, entries));
        expect(tally.applied.reduce((sum, { count }) => sum + count, 0)).toBe(placed.length);
      }),
      { numRuns: 5_000 },
    );
  });

  it('a compiled glossary replaces only its terms, and keeps every tag once and well nested wherever tags stand', () => {
    const sources = ['the', 'cat of', 'black cat', 'e', '.', 'house city red', '字', 'my friend', 'ab ba', 'abba'];
    const matcher = compileGlossaryAtOnce(
      sources.map((source) => ({ source, target: source })),
      languages,
    );
    const tagsOf = (parts: Segment): string[] =>
      parts.filter(({ kind }) => kind !== 'text' && kind !== 'keep').map((part) => JSON.stringify(part));
    const plain = (parts: Segment): string => normalTerm(plainText(parts)).toLowerCase();
    fc.assert(
      fc.property(fc.oneof(segments, cutWords), (segment) => {
        const parts = matcher.apply(segment);
        expect(tagsOf(parts).sort()).toEqual(tagsOf(segment).sort());
        const open: number[] = [];
        for (const part of parts) {
          if (part.kind === 'open') open.push(part.id);
          if (part.kind === 'close') expect(open.pop()).toBe(part.id);
        }
        expect(plain(parts)).toBe(plain(segment));
        const kept = segment.filter(({ kind }) => kind === 'keep');
        expect(parts.filter((part) => kept.includes(part))).toEqual(kept);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('a glossary made to be slow', () => {
  const numbered = (count: number, source: (n: number) => string): GlossaryEntry[] =>
    Array.from({ length: count }, (_, n) => ({ source: source(n), target: `${n}` }));
  const apply = (entries: readonly GlossaryEntry[], text: string, source = 'en') => {
    const matcher = compileGlossaryAtOnce(entries, { source, target: 'es' });
    return matcher.apply([{ kind: 'text', text }]);
  };
  const slowest = 15_000;

  it(
    'a glossary of 10,000 terms that begin each other is applied in time',
    () => {
      const entries = [...'abcdefghij'].flatMap((letter) => numbered(1_000, (n) => letter.repeat(n + 1)));
      expect(apply(entries, 'a'.repeat(10_000))).toEqual([{ kind: 'text', text: 'a'.repeat(10_000) }]);
      expect(apply(entries, 'a '.repeat(5_000)).filter(({ kind }) => kind === 'keep')).toHaveLength(5_000);
    },
    slowest,
  );

  it(
    'a glossary of 1,000 terms that begin each other, in a script without spaces, is applied in time',
    () => {
      const parts = apply(
        numbered(1_000, (n) => '漢'.repeat(n + 1)),
        '漢'.repeat(9_999),
      );
      expect(parts.map((part) => part.kind === 'keep' && part.text)).toEqual([...Array(9).fill('999'), '998']);
    },
    slowest,
  );

  it(
    'a glossary with chains of terms that end each other is applied in time',
    () => {
      const entries = numbered(300, (n) => `${'ab-'.repeat(n)}a`);
      expect(apply(entries, 'ab-'.repeat(3_333))).toHaveLength(1);
      expect(apply(entries, `${'ab-'.repeat(3_333)}a`).filter(({ kind }) => kind === 'keep')).toHaveLength(1);
    },
    slowest,
  );

  it(
    'a glossary of terms that look like the text but are other words is applied in time',
    () => {
      const entries = numbered(500, (n) => `${'α漢'.repeat(n)}ά`);
      expect(apply(entries, 'α漢'.repeat(5_000), 'el')).toHaveLength(1);
    },
    slowest,
  );

  it(
    'a text with 10,000 marks that belong to one letter is searched in time',
    () => {
      const text = `e${'\u0301\u0323'.repeat(5_000)} a`;
      expect(apply([{ source: 'a', target: 'b' }], text)).toEqual([
        { kind: 'text', text: text.slice(0, -1) },
        { kind: 'keep', text: 'b', source: 'a' },
      ]);
    },
    slowest,
  );

  it(
    'a term cut by 10,000 tags is found in time',
    () => {
      const inside = Array.from({ length: 2_500 }, (_, id): SegmentPart => ({ kind: 'open', id }));
      const outside = Array.from({ length: 2_500 }, (_, n): SegmentPart => ({ kind: 'close', id: 2_499 - n }));
      const segment: Segment = [
        ...inside,
        { kind: 'text', text: 'con' },
        ...outside,
        ...inside,
        { kind: 'text', text: 'tract' },
        ...outside,
      ];
      const parts = compileGlossaryAtOnce([{ source: 'contract', target: 'x' }], languages).apply(segment);
      expect(parts).toHaveLength(10_001);
      expect(parts[7_500]).toEqual({ kind: 'keep', text: 'x', source: 'contract' });
    },
    slowest,
  );
});
