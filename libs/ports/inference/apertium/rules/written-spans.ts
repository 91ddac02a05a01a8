import type { LanguagePair } from '../../inference.port.js';
import { englishAcronyms } from './english-acronyms.js';
import { englishDates } from './english-dates.js';
import type { WrittenSpan } from './written-span.js';

/** Targets from English for which these rules were measured (see docs/text.md). */
const targets: ReadonlySet<string> = new Set(['ca', 'es', 'gl']);

/**
 * Finds what the engine would spoil and rules can write: dates with the month as a word, and some acronyms. `startsText`
 * says that no other text stands before it.
 */
export const writtenSpans = ({ source, target }: LanguagePair, text: string, startsText: boolean): WrittenSpan[] =>
  source === 'en' && targets.has(target)
    ? [...englishDates(text, target, startsText), ...englishAcronyms(text)].sort((a, b) => a.start - b.start)
    : [];
