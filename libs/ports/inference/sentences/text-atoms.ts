import type { SegmentRuns } from '#libs/text/segments/segment-runs.js';
import type { Atom } from '../units/atom.js';
import { joinCutWords } from '../units/cut-words.js';
import { isUnspaced } from '../units/unspaced-scripts.js';
import { looksLikePlaceholder } from './placeholders.js';

/** Control, private-use, unpaired and unassigned characters, pictures, and long rows of signs: no model sees these. */
const unreadable =
  /(?:[\p{Cc}\p{Co}\p{Cs}\p{Cn}\p{Regional_Indicator}]|\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier})*)+|[^\p{L}\p{M}\p{N}\s]{8,}/gu;

/** Signs that a sentence has between its words; other signs that stand alone are kept out of it. */
const ordinarySigns = /^[.,;:!?¿¡'’‘"“”„«»‹›()\-–—…·%&+=€£¥§°，、。！？；：「」『』（）【】؟،؛۔।]+$/u;
const hasWord = /[\p{L}\p{N}]/u;

/** Code points beyond which a text is no word of a script with spaces. */
const maxWordLength = 80;

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Splits a token of a script without spaces into words, each with the signs after it. */
const unspacedWords = (token: string): string[] => {
  const words: string[] = [];
  for (const { segment, isWordLike } of wordSegmenter.segment(token)) {
    const last = words.at(-1);
    if (isWordLike === true || last === undefined) words.push(segment);
    else words[words.length - 1] = last + segment;
  }
  return words;
};

const fixed = (text: string, run: number): Atom => ({ kind: 'fixed', part: { kind: 'text', text }, run });

const readableAtoms = (token: string, run: number, isUnsupervised: boolean): Atom[] => {
  if (looksLikePlaceholder(token)) return [fixed(token, run)];
  if (isUnsupervised && !hasWord.test(token) && !ordinarySigns.test(token)) return [fixed(token, run)];
  const words = isUnspaced(token) ? unspacedWords(token) : [token];
  return words.map((text) => (text.length > maxWordLength ? fixed(text, run) : { kind: 'text', text, run }));
};

const atomsOfToken = (token: string, run: number): Atom[] => {
  const atoms: Atom[] = [];
  let at = 0;
  for (const { 0: found, index } of token.matchAll(unreadable)) {
    if (index > at) atoms.push(...readableAtoms(token.slice(at, index), run, false));
    atoms.push(fixed(found, run));
    at = index + found.length;
  }
  if (at < token.length) atoms.push(...readableAtoms(token.slice(at), run, at === 0));
  return atoms;
};

const atomsOfText = (text: string, run: number): Atom[] =>
  (text.match(/\s+|\S+/gu) ?? []).flatMap((token) =>
    token.trim() === '' ? [{ kind: 'space', text: token, run }] : atomsOfToken(token, run),
  );

/** Splits the content of a segment into atoms, in order; everything that a model must not see is `fixed`. */
export const textAtomsOf = ({ runs }: SegmentRuns): Atom[] =>
  joinCutWords(
    runs.flatMap(({ parts }, run) =>
      parts.flatMap((part): Atom[] =>
        part.kind === 'keep' ? [{ kind: 'fixed', part, run }] : atomsOfText(part.text, run),
      ),
    ),
  );
