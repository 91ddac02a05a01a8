import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { type FinishingRule, joinedText } from './finished-text.js';

interface Sentence {
  text: string;
  start: number;
}

/** Cuts after each `.`, `!`, `?` or `…` that white space or the end follows. What has no such end comes last. */
const sentencesOf = (text: string): Sentence[] => {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/[.!?…](?:\s|$)/gu)) {
    const sentence = text.slice(start, index + 1);
    const space = sentence.length - sentence.trimStart().length;
    sentences.push({ text: sentence.slice(space), start: start + space });
    start = index + end.length;
  }
  if (start < text.length) sentences.push({ text: text.slice(start).trimStart(), start: text.length });
  return sentences;
};

/** A sentence of words and spans (U+FFFC) alone; after a sign, the question might begin there. */
const onlyWords = /^\p{L}(?:[\p{L}\p{M}\p{N}\ufffc '’]|(?<! )-)*(?<! )[!?]$/u;
/** A span before a capital may be the end of a heading: `NOTES ===== Is it yours?` */
const spanBeforeCapital = /\ufffc \p{Lu}/u;
/** A name may end so: `Yahoo!` */
const oneWordExclaimed = /^[^ ]+!$/u;
/** A sentence that surely ends before the next one: `Mr.` and `cf.` do not. */
const surelyEnds = /(?:(?<!\p{L})\p{Ll}{4,20}\.|[^.!?…][!?])$/u;

const openingOf = (given: readonly Sentence[], index: number, text: string): string => {
  const source = (given[index]?.text ?? '').replace(/ (?=[!?]$)/u, '');
  if (!/^\p{Lu}/u.test(source) || spanBeforeCapital.test(source)) return '';
  if (!onlyWords.test(source) || !onlyWords.test(text)) return '';
  if (source.at(-1) !== text.at(-1) || (given.length > 1 && oneWordExclaimed.test(source))) return '';
  const before = given[index - 1];
  if (before !== undefined && !surelyEnds.test(before.text)) return '';
  const after = given[index + 1];
  if (after !== undefined && !/^[\p{Lu}\p{N}]/u.test(after.text)) return '';
  return text.endsWith('?') ? '¿' : '¡';
};

/**
 * Opens a Spanish question or exclamation that is a whole sentence of words. Galician may leave the opening mark out.
 */
export const withOpeningMarks: FinishingRule = (source, stretches, target) => {
  if (baseLanguage(target) !== 'es' || !/[!?]/.test(source)) return stretches;
  const given = sentencesOf(source);
  const translated = sentencesOf(joinedText(stretches));
  if (given.length !== translated.length) return stretches;
  const openings = translated
    .map(({ text, start }, index) => ({ start, mark: openingOf(given, index, text) }))
    .filter(({ mark }) => mark !== '');
  let at = 0;
  let next = 0;
  return stretches.map((stretch) => {
    const from = at;
    at += stretch.text.length;
    let text = '';
    let done = from;
    for (let opening = openings[next]; opening !== undefined && opening.start < at; opening = openings[next]) {
      next += 1;
      if (stretch.isFixed) continue;
      text += stretch.text.slice(done - from, opening.start - from) + opening.mark;
      done = opening.start;
    }
    return done === from && text === '' ? stretch : { ...stretch, text: text + stretch.text.slice(done - from) };
  });
};
