import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { type FinishingRule, joinedText } from './finished-text.js';
import { type Sentence, sentencesOf } from './sentences-of.js';

/** A sentence of words and spans (U+FFFC) alone; after a sign, the question might begin there. */
const onlyWords = /^\p{L}(?:[\p{L}\p{M}\p{N}\ufffc '’]|(?<! )-)*(?<! )[!?]{1,3}$/u;
/** A span before a capital may be the end of a heading: `NOTES ===== Is it yours?` */
const spanBeforeCapital = /\ufffc \p{Lu}/u;
/** A name may end so: `Yahoo!` */
const oneWordExclaimed = /^[^ ]+!$/u;
const endMarks = (text: string): string => /[!?]{1,3}$/.exec(text)?.[0] ?? '';
/** A sentence that surely ends before the next one: `Mr.` and `cf.` do not. */
const surelyEnds = /(?:(?<!\p{L})\p{Ll}{4,20}\.|[^.!?…][!?])$/u;

const openingOf = (given: readonly Sentence[], index: number, text: string): string => {
  const source = (given[index]?.text ?? '').replace(/ (?=[!?]{1,3}$)/u, '');
  if (!/^\p{Lu}/u.test(source) || spanBeforeCapital.test(source)) return '';
  if (!onlyWords.test(source) || !onlyWords.test(text)) return '';
  const marks = endMarks(text);
  if (endMarks(source) !== marks || (given.length > 1 && oneWordExclaimed.test(source))) return '';
  const before = given[index - 1];
  if (before !== undefined && !surelyEnds.test(before.text)) return '';
  const after = given[index + 1];
  if (after !== undefined && !/^[\p{Lu}\p{N}]/u.test(after.text)) return '';
  return marks.startsWith('?') ? '¿' : '¡';
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
