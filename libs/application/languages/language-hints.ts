import { Rejection } from '#libs/domain/errors/rejection.js';
import type { LanguagePair } from '#libs/ports/inference/inference.port.js';
import { englishName } from '#libs/text/languages/language-names.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { likelyTag } from '#libs/text/languages/likely-tag.js';

/** Maximum number of codes that one message lists. */
const maxListed = 60;

/** A code as it may be quoted in a response: the input, cut to the form of a code. */
const printable = (code: string): string => code.replaceAll(/[^\p{L}\p{N}_,-]/gu, '').slice(0, 12);

const listed = (codes: Iterable<string>): string => {
  const all = [...new Set(codes)].sort();
  const rest = all.length - maxListed;
  return rest > 0 ? `${all.slice(0, maxListed).join(', ')} and ${rest} more` : all.join(', ');
};

/** One sentence: the languages that a source can be translated to. */
export const reachOf = (pairs: readonly LanguagePair[], source: string): string => {
  const targets = pairs.filter((pair) => pair.source === source).map(({ target }) => target);
  return targets.length === 0
    ? `There is no translation from ${englishName(source)}.`
    : `${englishName(source)} reaches: ${listed(targets)}.`;
};

const choiceOf = (pairs: readonly LanguagePair[], field: 'source' | 'target', source: string | undefined): string => {
  if (field === 'source') return `Sources: ${listed(pairs.map((pair) => pair.source))}.`;
  return source === undefined ? `Targets: ${listed(pairs.map(({ target }) => target))}.` : reachOf(pairs, source);
};

/** One sentence on what the caller most likely meant; undefined where nothing is near. */
const meaningOf = (pairs: readonly LanguagePair[], field: 'source' | 'target', code: string): string | undefined => {
  if (code.includes(',')) return `A request has one ${field}; for several languages send one for each.`;
  if (field === 'source' && code.toLowerCase() === 'auto') return 'Without a source the language is detected.';
  const likely = likelyTag(code);
  if (likely === undefined) return undefined;
  const offered = (tag: string) => pairs.some((pair) => pair[field] === tag);
  const tag = [likely, baseLanguage(likely)].find(offered);
  return tag === undefined
    ? `It is ${englishName(baseLanguage(likely))}, which is not installed.`
    : `${englishName(tag)} is "${tag}".`;
};

/** The rejection of a code that no pair has, with what the caller may have meant and what there is. */
export const unsupportedLanguage = (
  pairs: readonly LanguagePair[],
  field: 'source' | 'target',
  code: string,
  source?: string,
): Rejection => {
  const quoted = `"${printable(code)}"`;
  const hints = [meaningOf(pairs, field, code), choiceOf(pairs, field, source)].filter((hint) => hint !== undefined);
  return new Rejection('invalid_language', {
    message: [`The language ${quoted} is not supported.`, ...hints].join(' '),
    details: { [field]: [`${quoted} is not a supported language code`, ...hints] },
  });
};
