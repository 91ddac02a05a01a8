import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { type FinishingRule, joinedText } from './finished-text.js';

/** Languages that write a space before `?!:;»` and after `«`. */
const spacedLanguages: ReadonlySet<string> = new Set(['fr', 'br']);
const closing = new Set('.,;:!?…)”’»');
const opening = new Set('(“‘«¿¡');
const spacedSigns = new Set('?!:;»«');

/** Most translations have none, and cost no more than this look. */
const spaceAtSign = / [.,;:!?…)”’»]|[(“‘«¿¡] /u;

/**
 * Spaces of French, which other languages do not write: before `?` and `!` at the end of a sentence, in `« »`, and before `:`
 * and `;` behind a word, unless that is an expression (`a ? b : c`).
 */
const frenchSpace =
  /[ \u00a0\u202f](?:(?=[!?](?:$|\s(?:\p{Lu}|»)))|(?=»)|(?<=[\p{L}\p{M})»].)(?=[:;](?: |$)))|(?<=«)[ \u00a0\u202f]/gu;
const expression = /[^\s] \? [^\s»\p{Lu}]/u;

/** Signs that stand in the source beside white space on the side where the rule would take it away. */
const spacedIn = (source: string, isSpacedTarget: boolean): ReadonlySet<string> => {
  const spaced = new Set<string>();
  const text = isSpacedTarget || expression.test(source) ? source : source.replace(frenchSpace, '');
  for (const [, sign = ''] of text.matchAll(/\s(?=([.,;:!?…)”’»]))/gu)) spaced.add(sign);
  for (const [, sign = ''] of text.matchAll(/([(“‘«¿¡])(?=\s)/gu)) spaced.add(sign);
  return spaced;
};

/** Takes away a space before a closing sign or after an opening one, if the source has none there. */
export const withoutSignSpaces: FinishingRule = (source, stretches, target) => {
  if (!spaceAtSign.test(joinedText(stretches))) return stretches;
  const hasSpaces = spacedLanguages.has(baseLanguage(target));
  const kept = spacedIn(source, hasSpaces);
  const isTight = (sign: string, signs: ReadonlySet<string>): boolean =>
    signs.has(sign) && source.includes(sign) && !kept.has(sign) && !(hasSpaces && spacedSigns.has(sign));
  return stretches.map((stretch, index) => {
    if (stretch.isFixed || !stretch.text.includes(' ')) return stretch;
    const before = stretches[index - 1]?.text.at(-1) ?? '';
    const after = stretches[index + 1]?.text.charAt(0) ?? '';
    const around = `${before}${stretch.text}${after}`;
    const text = [...stretch.text.matchAll(/ |[^ ]+/gu)]
      .filter(({ 0: piece, index: at }) => {
        const place = at + before.length;
        if (piece !== ' ') return true;
        const startsWord = /[\p{L}\p{N}]/u.test(around.charAt(place + 2));
        return !(
          (!startsWord && isTight(around.charAt(place + 1), closing)) ||
          isTight(around.charAt(place - 1), opening)
        );
      })
      .map(([piece]) => piece)
      .join('');
    return { ...stretch, text };
  });
};
