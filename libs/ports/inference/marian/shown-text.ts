import { type FixedAtom, type TextItem, textItemsOf } from '../sentences/text-exchange.js';
import type { Atom } from '../units/atom.js';

type FixedItem = Extract<TextItem, { kind: 'fixed' }>;

/** An item of a sentence, and the stretch of the shown text that stands for it; an empty one where nothing does. */
export interface ShownItem {
  run: number;
  begin: number;
  end: number;
  /** The atoms of a fixed item, which come back as they are. */
  fixed?: FixedPiece;
  /** Whether the words of the source are shown for it, as for a term. */
  isTerm?: boolean;
}

export interface FixedPiece {
  atoms: readonly FixedAtom[];
  /** Its neighbour in the source: a space, a word that it touches, or anything else. */
  before: 'space' | 'word' | 'other';
  after: 'space' | 'word' | 'other';
}

export interface ShownText {
  text: string;
  items: readonly ShownItem[];
}

/** UTF-16 units of a kept span that is shown as it is: models copy a short one, and break a long one up. */
const maxShownLength = 16;
/** UTF-16 units of the words of a term that are shown. */
const maxTermLength = 200;

/** Names, numbers and amounts: what a text has among its words. */
const wordLike = /^[\p{L}\p{N}$€£+−-][\p{L}\p{M}\p{N} \u00a0\u202f.,:'’&/@_+-]*[\p{L}\p{M}\p{N}%€$£°]$|^[\p{L}\p{N}]$/u;
const unreadable = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/u;

const isReadable = (text: string): boolean => /\p{L}/u.test(text) && !unreadable.test(text);

/** Whether a fixed item stands where a word could; pictures and signs stand beside the words. */
const isWordless = (atoms: readonly FixedAtom[]): boolean =>
  atoms.every(({ part }) => !/[\p{L}\p{N}\ufffc]/u.test(part.text));

/** The words of the source that a term stands for, where a model can be shown them. */
const wordsOfTerm = ([only, ...more]: readonly FixedAtom[]): string | undefined => {
  if (only?.part.kind !== 'keep' || more.length > 0) return undefined;
  const words = only.part.source?.replaceAll(/\s+/gu, ' ').trim() ?? '';
  return words.length <= maxTermLength && isReadable(words) ? words : undefined;
};

const shownOf = ([only, ...more]: readonly FixedAtom[], number: number): string => {
  const standIn = `X${number}`;
  if (only === undefined || more.length > 0) return standIn;
  const { part } = only;
  return part.text.length <= maxShownLength && wordLike.test(part.text) ? part.text : standIn;
};

const endsInWord = /[\p{L}\p{M}\p{N}]$/u;
const startsWithWord = /^[\p{L}\p{M}\p{N}]/u;

/**
 * Writes the text of a sentence for a model that knows neither tags nor fixed pieces. A term stands there in the words of
 * the source, a name or a number as it is, anything else to keep as a name (`X1`), which models copy; signs and pictures
 * between two spaces are left out.
 */
export const shownText = (atoms: readonly Atom[]): ShownText => {
  const given = textItemsOf(atoms);
  const items: ShownItem[] = [];
  let text = '';
  /** The text that was added last: all of it would be read again for each item. */
  let last = '';
  let number = 0;
  const show = (added: string): void => {
    text += added;
    if (added !== '') last = added;
  };
  const showFixed = ({ atoms: fixed, run }: FixedItem, previous?: TextItem, next?: TextItem): void => {
    const before = previous?.kind === 'space' ? 'space' : endsInWord.test(last) ? 'word' : 'other';
    const touchesNext = next?.kind === 'text' && startsWithWord.test(next.text);
    const after = next?.kind === 'space' ? 'space' : touchesNext ? 'word' : 'other';
    const piece: FixedPiece = { atoms: fixed, before, after };
    if (before === 'space' && after === 'space' && isWordless(fixed)) {
      items.push({ run, begin: text.length, end: text.length, fixed: piece });
      return;
    }
    number += 1;
    if (before === 'word') show(' ');
    const begin = text.length;
    const term = wordsOfTerm(fixed);
    show(term ?? shownOf(fixed, number));
    items.push({ run, begin, end: text.length, fixed: piece, ...(term !== undefined && { isTerm: true }) });
    if (after === 'word') show(' ');
  };
  given.forEach((item, index) => {
    if (item.kind === 'fixed') showFixed(item, given[index - 1], given[index + 1]);
    else if (item.kind === 'space') show(last.endsWith(' ') ? '' : item.text);
    else {
      items.push({ run: item.run, begin: text.length, end: text.length + item.text.length });
      show(item.text);
    }
  });
  return { text, items };
};
