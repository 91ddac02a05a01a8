import { isUnspaced } from '../units/unspaced-scripts.js';
import type { SentenceTranslation, Stretch } from './marian-models.js';
import type { ShownText } from './shown-text.js';

/** White space, a word, or signs beside words, and where it stands in the translation. */
export interface AnswerBit extends Stretch {
  kind: 'space' | 'word' | 'sign';
  /** Index of the item that most of it belongs to; undefined where the alignment says none. */
  item: number | undefined;
  /** Characters of it that belong to each item. */
  shares: ReadonlyMap<number, number>;
}

/** No item. */
const none = -1;

const pieces = /\s+|[\p{L}\p{M}\p{N}]+(?:['’.,:_@&/+-][\p{L}\p{M}\p{N}]+){0,64}|[^\s\p{L}\p{M}\p{N}]+/gu;

/** Item of each character of the shown text. */
const itemsOfText = ({ text, items }: ShownText): Int32Array => {
  const byCharacter = new Int32Array(text.length).fill(none);
  items.forEach(({ begin, end }, item) => {
    byCharacter.fill(item, begin, end);
  });
  return byCharacter;
};

const itemOf = (shares: ReadonlyMap<number, number>): number | undefined => {
  let max: { item: number; share: number } | undefined;
  for (const [item, share] of shares) if (share > (max?.share ?? 0)) max = { item, share };
  return max?.item;
};

const sharesOf = (byCharacter: Int32Array, { begin, end }: Stretch): Map<number, number> => {
  const shares = new Map<number, number>();
  for (const item of byCharacter.subarray(begin, end)) if (item !== none) shares.set(item, (shares.get(item) ?? 0) + 1);
  return shares;
};

/** Item of each character of the translation, by the pieces that its tokens belong to. */
const itemsOfAnswer = (shown: ShownText, { text, pieces: source, tokens }: SentenceTranslation): Int32Array => {
  const ofText = itemsOfText(shown);
  const ofPiece = source.map((piece) => itemOf(sharesOf(ofText, piece)) ?? none);
  const byCharacter = new Int32Array(text.length).fill(none);
  for (const { begin, end, piece } of tokens) byCharacter.fill(ofPiece[piece] ?? none, begin, end);
  return byCharacter;
};

/** Stretches of a text: its words whole, those of a script without spaces at these borders. */
const stretchesOf = (text: string, from: number, borders: ReadonlySet<number>): Stretch[] =>
  [...text.matchAll(pieces)].flatMap(({ 0: found, index }) => {
    const begin = from + index;
    const end = begin + found.length;
    if (!isUnspaced(found)) return [{ begin, end }];
    const cuts = [begin];
    for (let at = begin + 1; at < end; at += 1) if (borders.has(at)) cuts.push(at);
    return cuts.map((cut, at) => ({ begin: cut, end: cuts[at + 1] ?? end }));
  });

const kindOf = (text: string): AnswerBit['kind'] => {
  if (text.trim() === '') return 'space';
  return /[\p{L}\p{N}]/u.test(text) ? 'word' : 'sign';
};

/** Cuts a translation into bits, at these places, too, and tells by its alignment which item each belongs to. */
export const answerBits = (
  shown: ShownText,
  translation: SentenceTranslation,
  cuts: readonly number[],
): AnswerBit[] => {
  const { text } = translation;
  const byCharacter = itemsOfAnswer(shown, translation);
  const borders = new Set(translation.tokens.map(({ begin }) => begin));
  const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
  return places.slice(1).flatMap((end, at) => {
    const begin = places[at] ?? 0;
    return stretchesOf(text.slice(begin, end), begin, borders).map((stretch): AnswerBit => {
      const shares = sharesOf(byCharacter, stretch);
      const kind = kindOf(text.slice(stretch.begin, stretch.end));
      return { ...stretch, kind, item: kind === 'space' ? undefined : itemOf(shares), shares };
    });
  });
};
