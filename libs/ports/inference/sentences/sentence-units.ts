import type { SegmentRuns } from '#libs/text/segments/segment-runs.js';
import { type Atom, atomText } from '../units/atom.js';
import { splitAfter, type Unit, unitsOf } from '../units/units.js';
import { textAtomsOf } from './text-atoms.js';

/**
 * Sizes of units: one sentence a text, as a neural model drops sentences when it is given several. One of more than 100
 * words, some 200 tokens, is cut: models are trained on texts of up to 128 to 512 tokens, and cut off the rest.
 */
const sizes = { wordsGathered: 1, maxWords: 100 };

/** Whether a space is so wide that it separates columns, not words of one sentence. */
const isWideGap = (atom: Atom): boolean => atom.kind === 'space' && atom.text.length > 2;

const isSign = (atom: Atom): boolean =>
  atom.kind === 'space' || (atom.kind === 'fixed' && !/[\p{L}\p{N}]/u.test(atom.part.text));

/**
 * Splits off signs and pictures at the ends, apart from the words, which surely keep their place outside of the
 * translated text.
 */
const withoutSigns = (unit: Unit): Unit[] => {
  if (unit.kind === 'verbatim') return [unit];
  const { atoms } = unit;
  let start = atoms.findIndex((atom) => !isSign(atom));
  let end = atoms.findLastIndex((atom) => !isSign(atom)) + 1;
  if (atoms[start - 1]?.kind !== 'space') start = 0;
  if (atoms[end]?.kind !== 'space') end = atoms.length;
  const units: Unit[] = [
    { kind: 'verbatim', atoms: atoms.slice(0, start) },
    { kind: 'translate', atoms: atoms.slice(start, end) },
    { kind: 'verbatim', atoms: atoms.slice(end) },
  ];
  return units.filter(({ atoms: part }) => part.length > 0);
};

/**
 * Cuts a segment into the texts for a model and the layout around them. Concatenated, the units are the content of the
 * segment.
 */
export const sentenceUnitsOf = (source: SegmentRuns): Unit[] =>
  splitAfter(textAtomsOf(source), isWideGap)
    .flatMap((stretch) => unitsOf(stretch, sizes))
    .flatMap(withoutSigns);

/** Whether a text is words with single spaces alone, so that its tokens can be streamed. */
export const isPlain = (atoms: readonly Atom[]): boolean =>
  atoms.every((atom) => atom.kind === 'text' || (atom.kind === 'space' && atom.text.length === 1));

export const textOf = (atoms: readonly Atom[]): string => atoms.map(atomText).join('');
