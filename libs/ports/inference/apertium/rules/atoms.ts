import type { ContentPart, SegmentRuns } from '#libs/text/segments/segment-runs.js';
import type { Atom } from '../../units/atom.js';
import { joinCutWords } from '../../units/cut-words.js';
import type { WrittenSpan } from './written-span.js';

/**
 * Matches white space, or text that is safe in Apertium's stream, or the rest: signs that mean something in the stream
 * or that Apertium might mark, drop or move as mere punctuation.
 */
const pattern =
  /(\s+)|((?:[\p{L}\p{Nd}][\p{M}\u200c\u200d]*|[.,;:!?¿¡'’‘"“”„«»‹›()\-–—…·])+)|[^\s\p{L}\p{Nd}.,;:!?¿¡'’‘"“”„«»‹›()\-–—…·]+/gu;

/**
 * Code points beyond which a text is no word. lt-proc takes time and memory in proportion to the length of an unknown
 * one.
 */
const maxTextLength = 80;

/**
 * A space that breaks no line, between words or signs: Apertium moves words around it, and it may come to stand where
 * there is no room (`electrónico .` of `email address.`). Beside a number it stays, and at the ends of a text, where it
 * may be layout.
 */
const unbrokenSpace = /(?<=[^\s\p{N}])[\u00a0\u202f](?=[^\s\p{N}])/uy;

const isLoose = (text: string, at: number): boolean => {
  unbrokenSpace.lastIndex = at;
  return unbrokenSpace.test(text);
};

const atomsOfText = (text: string, run: number): Atom[] => {
  const atoms: Atom[] = [];
  for (const { 0: match, 1: space, 2: safe, index } of text.matchAll(pattern)) {
    if (space !== undefined)
      atoms.push({ kind: 'space', text: match, run, ...(isLoose(text, index) ? { isLoose: true } : {}) });
    else if (safe !== undefined && match.length <= maxTextLength) atoms.push({ kind: 'text', text: match, run });
    else atoms.push({ kind: 'fixed', part: { kind: 'text', text: match }, run });
  }
  return atoms;
};

/**
 * Finds the stretches of a text that are written by rules, in order and apart from each other. `startsText` says that no
 * other text stands before it, `next` is what stays untouched behind it.
 */
export type WriteSpans = (text: string, startsText: boolean, next: string) => readonly WrittenSpan[];

const atomsWithSpans = (text: string, run: number, spans: readonly WrittenSpan[]): Atom[] => {
  const atoms: Atom[] = [];
  let at = 0;
  for (const { start, end, written } of spans) {
    atoms.push(...atomsOfText(text.slice(at, start), run));
    atoms.push({ kind: 'fixed', part: { kind: 'text', text: written }, run, isTranslated: true });
    at = end;
  }
  return [...atoms, ...atomsOfText(text.slice(at), run)];
};

const keptText = (part: ContentPart | undefined): string => (part?.kind === 'keep' ? part.text : '');

/** Splits the content of a segment into atoms, in order. */
export const atomsOf = ({ runs }: SegmentRuns, writeSpans: WriteSpans = () => []): Atom[] =>
  joinCutWords(
    runs.flatMap(({ parts }, run) =>
      parts.flatMap((part, index): Atom[] =>
        part.kind === 'keep'
          ? [{ kind: 'fixed', part, run }]
          : atomsWithSpans(part.text, run, writeSpans(part.text, run === 0 && index === 0, keptText(parts[index + 1]))),
      ),
    ),
  );
