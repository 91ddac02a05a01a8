import type { LanguagePair } from '../../inference.port.js';
import { documentReferences } from './document-references.js';
import { englishAcronyms } from './english-acronyms.js';
import { englishDates } from './english-dates.js';
import { englishNames } from './english-names.js';
import type { WrittenSpan } from './written-span.js';

/** Targets from English for which these rules were measured (see docs/text.md). */
const targets: ReadonlySet<string> = new Set(['ca', 'es', 'gl']);

/** The spans in their order, without those that begin within another one. */
const apart = (spans: readonly WrittenSpan[]): WrittenSpan[] => {
  let last = 0;
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
};

/**
 * Finds what the engine would spoil and rules can write: from English dates with the month as a word, some acronyms and names behind a
 * title, and references to tables, figures, articles and charts. `startsText` says that no other text stands before it,
 * `next` is what stays untouched behind it.
 */
export const writtenSpans = (pair: LanguagePair, text: string, startsText: boolean, next: string): WrittenSpan[] => {
  const references = documentReferences(pair, text, next);
  const { source, target } = pair;
  if (source !== 'en' || !targets.has(target)) return references;
  return apart([
    ...englishDates(text, target, startsText),
    ...englishAcronyms(text, next),
    ...englishNames(text),
    ...references,
  ]);
};
