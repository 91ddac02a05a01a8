import { baseLanguage } from '#libs/text/languages/language-tag.js';

const plainSigns = (text: string): string => text.replaceAll(/[\u2019\u02bc]/g, "'").replaceAll(/[\u2010\u2011]/g, '-');

const capitalisable = /^[^\p{L}\p{N}]*(?<letter>\p{Ll})/u;

/** Georgian capitals stand in headlines only, never first in a word. */
const withoutInitials = new Set(['ka']);

/** Knows how a language writes capitals. */
export class LetterCase {
  private readonly language: string;

  constructor(language: string) {
    this.language = baseLanguage(language);
  }

  lower(text: string): string {
    return text.toLocaleLowerCase(this.language);
  }

  upper(text: string): string {
    return text.toLocaleUpperCase(this.language);
  }

  /** Writes a text with a capital where it begins with a small letter, also after signs: `«Contrato»`. */
  capitalised(text: string): string {
    const letter = withoutInitials.has(this.language) ? undefined : capitalisable.exec(text);
    if (letter?.groups === undefined) return text;
    const at = letter[0].length - (letter.groups.letter ?? '').length;
    const isDigraph = this.language === 'nl' && text.startsWith('ij', at);
    const end = isDigraph ? at + 2 : letter[0].length;
    return text.slice(0, at) + this.upper(text.slice(at, end)) + text.slice(end);
  }
}

/** Ranks how well a found text matches a term; the lower the better. */
const closeness = { exact: 0, initial: 1, otherCase: 2 } as const;

/**
 * Ranks how well a found text matches a term; undefined where it is another word (`Masse` for `Maße`, which look alike
 * in capitals only).
 */
export const closenessOf = (found: string, term: string, letterCase: LetterCase): number | undefined => {
  if (found === term) return closeness.exact;
  const a = plainSigns(found);
  const b = plainSigns(term);
  if (a === letterCase.capitalised(b)) return closeness.initial;
  const isSame = letterCase.lower(a) === letterCase.lower(b) || a === letterCase.upper(b);
  return isSame ? closeness.otherCase : undefined;
};

/** Whether a text has two capitals or more and no small letter but `ß`, which many write in capitals too. */
const isInCapitals = (text: string): boolean => !/(?!ß)\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 1;

const startsWithCapital = /^[^\p{L}\p{N}]*\p{Lu}/u;

/**
 * Writes the target of a term in the case of the text: `Contrato` where the source has a capital that the term has not,
 * `CONTRATO` in capitals.
 */
export const inCaseOf = (found: string, term: string, target: string, targetCase: LetterCase): string => {
  if (found === term) return target;
  if (isInCapitals(found)) return isInCapitals(term) ? target : targetCase.upper(target);
  return startsWithCapital.test(found) && !startsWithCapital.test(term) ? targetCase.capitalised(target) : target;
};
