import fc from 'fast-check';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

const words =
  'the black cat of my friend house city red saw bought yesterday and water casa grande ciudad perro el la de hombre'.split(
    ' ',
  );

/** Words, white space of every kind, punctuation, and all signs that mean something to an engine. */
const text: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...words).map((word) => `${word} `) },
      { weight: 2, arbitrary: fc.constantFrom(', ', '. ', '! ', ' (', ') ', '"', '’s ', ' — ', '... ') },
      { weight: 2, arbitrary: fc.constantFrom('  ', '\n', '\t', '\u00a0', '\r\n\r\n', ' \u2028') },
      { weight: 2, arbitrary: fc.constantFrom(...'*@#^$[]{}\\/<>~+=_|&%€\u0007\u200e\ufeff\u00ad'.split('')) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '[[t:b:1]]',
          '[[/]]',
          '^a/b<n>$',
          '[s0]',
          'Jqzbb',
          '😀',
          '漢字',
          'عربي',
          'e\u0301\u0300',
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join('').replaceAll('\0', ''));

const keep: fc.Arbitrary<SegmentPart> = fc
  .constantFrom('https://example.com/a?b=[c]', '{name}', '%1$s', 'me@example.com', '^x$', 'two words')
  .map((kept) => ({ kind: 'keep', text: kept }));

type Draft = { kind: 'part'; part: SegmentPart } | { kind: 'pair'; inside: Draft[] } | { kind: 'single' };

const { drafts } = fc.letrec<{ drafts: Draft[]; draft: Draft }>((tie) => ({
  drafts: fc.array(tie('draft'), { maxLength: 5 }),
  draft: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((value): Draft => ({ kind: 'part', part: { kind: 'text', text: value } })),
    keep.map((part): Draft => ({ kind: 'part', part })),
    fc.constant<Draft>({ kind: 'single' }),
    tie('drafts').map((inside): Draft => ({ kind: 'pair', inside })),
  ),
}));

const numbered = (from: readonly Draft[], next: { id: number }): SegmentPart[] =>
  from.flatMap((draft): SegmentPart[] => {
    if (draft.kind === 'part') return [draft.part];
    next.id += 1;
    const { id } = next;
    if (draft.kind === 'single') return [{ kind: 'single', id }];
    return [{ kind: 'open', id }, ...numbered(draft.inside, next), { kind: 'close', id }];
  });

/** Segments with well nested tags, kept spans and text that tries every engine. */
export const segments: fc.Arbitrary<Segment> = drafts.map((from) => numbered(from, { id: 0 }));
