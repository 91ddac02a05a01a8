import type { ContentPart } from '#libs/text/segments/segment-runs.js';

/**
 * A piece of a segment's content, with the run that it belongs to: `text` goes to the engine as it is, `space` is white
 * space, `fixed` is never shown to it (spans to keep, and signs that it would spoil). `isTranslated` says that a fixed
 * one stands in the target language, `isLoose` that a space breaks no line, and may move, become any other or go.
 */
export type Atom = { run: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'space'; text: string; isLoose?: boolean }
  | { kind: 'fixed'; part: ContentPart; isTranslated?: boolean }
);

export const atomText = (atom: Atom): string => (atom.kind === 'fixed' ? atom.part.text : atom.text);

/** Whether an atom is white space that has to come back as it is, in its order among its kind. */
export const isStrictSpace = (atom: Atom): boolean =>
  atom.kind === 'space' && atom.text !== ' ' && atom.isLoose !== true;

export const hasLetters = (atom: Atom): boolean => atom.kind === 'text' && /\p{L}/u.test(atom.text);

const word = /[\p{L}\p{Nd}][\p{L}\p{Nd}\p{M}]*/gu;

/** Counts words that go to the engine, and letters too many to be a word, which do not. */
export const countWords = (atoms: readonly Atom[]): number =>
  countUntranslatable(atoms) +
  atoms.reduce((sum, atom) => sum + (atom.kind === 'text' ? (atom.text.match(word)?.length ?? 0) : 0), 0);

export const countUntranslatable = (atoms: readonly Atom[]): number =>
  atoms.filter(
    (atom) =>
      atom.kind === 'fixed' && atom.isTranslated !== true && atom.part.kind === 'text' && /\p{L}/u.test(atom.part.text),
  ).length;
