import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { LanguageCode } from '../inference.port.js';

/** Languages between two of which Spanish loses less than English: gender, verb forms, much of the word order. */
const nearSpanish: ReadonlySet<LanguageCode> = new Set('an ca co es eu fr gl it la oc pt rm ro sc wa'.split(' '));

const pivotsBetween = (source: LanguageCode, target: LanguageCode): readonly LanguageCode[] =>
  nearSpanish.has(source) && nearSpanish.has(baseLanguage(target)) ? ['es', 'en'] : ['en', 'es'];

/**
 * Orders two routes between the same two languages, the better one first: the shorter one; then the one through
 * English rather than Spanish rather than anything else (Spanish first where both ends are near it); then by code.
 */
export const compareRoutes = (a: readonly LanguageCode[], b: readonly LanguageCode[]): number => {
  if (a.length !== b.length) return a.length - b.length;
  const pivots = pivotsBetween(a[0] ?? '', a.at(-1) ?? '');
  const cost = (route: readonly LanguageCode[]): number =>
    route.slice(1, -1).reduce((sum, code) => sum + (pivots.includes(code) ? pivots.indexOf(code) : pivots.length), 0);
  return cost(a) - cost(b) || (a.join(' ') < b.join(' ') ? -1 : 1);
};
