import type { ContentPart, SegmentRuns } from '#libs/segments/segment-runs.js';

/**
 * What a segment is cut into for Apertium, each with the run that it belongs to: `text` goes through as it is,
 * `space` is white space, `fixed` is hidden behind a placeholder (what must be kept, and every character that
 * means something in Apertium's stream or that it might mark, drop or move as mere punctuation).
 */
export type Atom = { run: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'space'; text: string }
  | { kind: 'fixed'; part: ContentPart }
);

/** White space, or text that is safe in the stream, or the rest. */
const pattern =
  /(\s+)|((?:[\p{L}\p{Nd}][\p{M}\u200c\u200d]*|[.,;:!?¿¡'’‘"“”„«»‹›()\-–—…·])+)|[^\s\p{L}\p{Nd}.,;:!?¿¡'’‘"“”„«»‹›()\-–—…·]+/gu;

/** No word is as long as this. lt-proc takes time and memory in proportion to the length of an unknown one. */
const longestText = 80;

const atomsOfText = (text: string, run: number): Atom[] => {
  const atoms: Atom[] = [];
  for (const [match, space, safe] of text.matchAll(pattern)) {
    if (space !== undefined) atoms.push({ kind: 'space', text: match, run });
    else if (safe !== undefined && match.length <= longestText) atoms.push({ kind: 'text', text: match, run });
    else atoms.push({ kind: 'fixed', part: { kind: 'text', text: match }, run });
  }
  return atoms;
};

const endsInWord = /[\p{L}\p{M}]$/u;
const startsWithLetter = /^\p{L}/u;
const firstLetters = /^[\p{L}\p{M}]+/u;
const lastLetters = /[\p{L}\p{M}]+$/u;

/** A word cut by a tag (`<b>W</b>ord`) goes whole to the side that has more of it: halves cannot be translated. */
const joinCutWords = (atoms: readonly Atom[]): Atom[] => {
  const joined: Atom[] = [];
  for (const atom of atoms) {
    const last = joined.at(-1);
    if (
      last?.kind !== 'text' ||
      atom.kind !== 'text' ||
      last.run === atom.run ||
      !endsInWord.test(last.text) ||
      !startsWithLetter.test(atom.text)
    ) {
      joined.push(atom);
      continue;
    }
    const left = lastLetters.exec(last.text)?.[0] ?? '';
    const right = firstLetters.exec(atom.text)?.[0] ?? '';
    if (left.length >= right.length) {
      joined.splice(-1, 1, { ...last, text: last.text + right });
      if (atom.text !== right) joined.push({ ...atom, text: atom.text.slice(right.length) });
    } else {
      if (last.text === left) joined.pop();
      else joined.splice(-1, 1, { ...last, text: last.text.slice(0, -left.length) });
      joined.push({ ...atom, text: left + atom.text });
    }
  }
  return joined;
};

/** The content of a segment, in order. */
export const atomsOf = ({ runs }: SegmentRuns): Atom[] =>
  joinCutWords(
    runs.flatMap(({ parts }, run) =>
      parts.flatMap((part): Atom[] =>
        part.kind === 'keep' ? [{ kind: 'fixed', part, run }] : atomsOfText(part.text, run),
      ),
    ),
  );

export const atomText = (atom: Atom): string => (atom.kind === 'fixed' ? atom.part.text : atom.text);

export const hasLetters = (atom: Atom): boolean => atom.kind === 'text' && /\p{L}/u.test(atom.text);

const word = /[\p{L}\p{Nd}][\p{L}\p{Nd}\p{M}]*/gu;

/** Words that go to the engine, and letters too many to be a word, which do not. */
export const countWords = (atoms: readonly Atom[]): number =>
  countUntranslatable(atoms) +
  atoms.reduce((sum, atom) => sum + (atom.kind === 'text' ? (atom.text.match(word)?.length ?? 0) : 0), 0);

export const countUntranslatable = (atoms: readonly Atom[]): number =>
  atoms.filter((atom) => atom.kind === 'fixed' && atom.part.kind === 'text' && /\p{L}/u.test(atom.part.text)).length;
