import { withoutUnwanted } from '../sentences/answer-text.js';
import { placeholder, placeholderIndex, placeholderPattern } from '../sentences/placeholders.js';
import {
  type AnswerPiece,
  FixedGroups,
  type TextExchange,
  type TextItem,
  textItemsOf,
} from '../sentences/text-exchange.js';
import type { Atom } from '../units/atom.js';

type FixedItem = Extract<TextItem, { kind: 'fixed' }>;

const endsInWord = /[\p{L}\p{M}\p{N}]$/u;
const startsWithWord = /^[\p{L}\p{M}\p{N}]/u;

/**
 * Makes the exchange for a model without markup: it sends fixed pieces as placeholders, and nothing of the tags. A
 * placeholder that touches a word is set apart by a space, which is taken out again.
 */
export const plainExchange = (atoms: readonly Atom[]): TextExchange => {
  const items = textItemsOf(atoms);
  const fixed: { item: FixedItem; touchesBefore: boolean; touchesAfter: boolean }[] = [];
  let text = '';
  items.forEach((item, index) => {
    if (item.kind !== 'fixed') {
      text += item.text;
      return;
    }
    const next = items[index + 1];
    const touchesBefore = endsInWord.test(text);
    const touchesAfter = next?.kind === 'text' && startsWithWord.test(next.text);
    text += `${touchesBefore ? ' ' : ''}${placeholder(fixed.length)}${touchesAfter ? ' ' : ''}`;
    fixed.push({ item, touchesBefore, touchesAfter });
  });

  const run = new Set(atoms.map((atom) => atom.run)).size === 1 ? atoms[0]?.run : undefined;
  const read = (answer: string): AnswerPiece[] => {
    const clean = withoutUnwanted(answer);
    if (fixed.length === 0) return [{ kind: 'words', text: clean, run }];
    const groups = new FixedGroups(fixed.map(({ item }) => item.atoms));
    const pieces: AnswerPiece[] = [];
    let at = 0;
    let mustTouch = false;
    const addWords = (words: string, touchesNext: boolean): void => {
      const start = mustTouch ? words.replace(/^ +/, '') : words;
      const tidy = touchesNext ? start.replace(/ +$/, '') : start;
      if (tidy !== '') pieces.push({ kind: 'words', text: tidy, run });
    };
    for (const { 0: found, 1: letters = '', index } of clean.matchAll(placeholderPattern)) {
      const number = placeholderIndex(letters);
      addWords(clean.slice(at, index), fixed[number]?.touchesBefore === true);
      pieces.push(groups.take(number));
      at = index + found.length;
      mustTouch = fixed[number]?.touchesAfter === true;
    }
    addWords(clean.slice(at), false);
    groups.assertAllTaken();
    return pieces;
  };
  return { text, read };
};
