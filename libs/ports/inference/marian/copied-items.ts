import { runAtOnce } from '#libs/platform/async/time-slices.js';
import { TermAutomaton } from '#libs/text/glossary/term-automaton.js';
import type { Stretch } from './marian-models.js';
import type { ShownText } from './shown-text.js';

const isOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{M}\p{N}]/u.test(sign);

/** Stands for several places of a string. */
const several = -1;

/** The place of each string in a text, as a word of its own: by the index of the string, for those that have one alone. */
const onlyPlaces = (strings: readonly string[], automaton: TermAutomaton, text: string): Map<number, number> => {
  const places = new Map<number, number>();
  let node = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    node = automaton.step(node, text.charCodeAt(at));
    if (isOfWord(text[at - 1])) continue;
    for (let found = automaton.firstTerm(node); found !== 0; found = automaton.nextTerm(found)) {
      const index = automaton.termOf(found);
      if (!isOfWord(text[at + (strings[index]?.length ?? 0)])) places.set(index, places.has(index) ? several : at);
    }
  }
  for (const [index, place] of places) if (place === several) places.delete(index);
  return places;
};

/** Finds the fixed items that a model has copied: their stretches in the translation, by item, none over another. */
export const copiedItems = ({ text, items }: ShownText, answer: string): Map<number, Stretch> => {
  const shown = items.map(({ fixed, begin, end }) => (fixed === undefined ? '' : text.slice(begin, end)));
  const strings = [...new Set(shown)].filter((string) => string !== '');
  const copies = new Map<number, Stretch>();
  if (strings.length === 0) return copies;
  const automaton = runAtOnce(TermAutomaton.of(strings));
  const inText = onlyPlaces(strings, automaton, text);
  const inAnswer = onlyPlaces(strings, automaton, answer);
  const indexes = new Map(strings.map((string, index) => [string, index]));
  const taken = new Uint8Array(answer.length);
  shown.forEach((string, item) => {
    const index = indexes.get(string);
    const begin = index === undefined || !inText.has(index) ? undefined : inAnswer.get(index);
    if (begin === undefined) return;
    const end = begin + string.length;
    if (taken.subarray(begin, end).includes(1)) return;
    taken.fill(1, begin, end);
    copies.set(item, { begin, end });
  });
  return copies;
};
