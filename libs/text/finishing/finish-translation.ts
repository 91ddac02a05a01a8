import { inAllCapitals } from './all-capitals.js';
import { withoutCapitalAfterAbbreviation } from './case-after-abbreviation.js';
import { withoutCapitalAfterEllipsis } from './case-after-ellipsis.js';
import { withoutCapitalAfterFirstWord } from './case-after-first-word.js';
import { withPronounsAsFirstWords } from './case-after-pronoun.js';
import { withoutCapitalsWithin } from './case-within-sentence.js';
import { withCurvedQuotes } from './closing-quotes.js';
import { type FinishingRule, joinedText, type Stretch } from './finished-text.js';
import { withoutFirstWordInCapitals } from './first-word.js';
import { withFirstWordsInCapitals } from './first-words-in-capitals.js';
import { withFrenchSpaces } from './french-spaces.js';
import { withoutGluedNumbers } from './glued-numbers.js';
import { withoutLongCapitals } from './long-capitals.js';
import { withNamesAsWritten } from './names-with-numbers.js';
import { withOpeningMarks } from './opening-marks.js';
import { withoutSignSpaces } from './sign-spaces.js';
import { withoutSpacesInQuotes } from './straight-quotes.js';

/** The rules in their order. */
export const finishingRules: readonly FinishingRule[] = [
  withoutSignSpaces,
  withoutSpacesInQuotes,
  withoutGluedNumbers,
  withCurvedQuotes,
  inAllCapitals,
  withFirstWordsInCapitals,
  withoutFirstWordInCapitals,
  withoutCapitalAfterAbbreviation,
  withoutCapitalAfterEllipsis,
  withoutCapitalAfterFirstWord,
  withoutCapitalsWithin,
  withPronounsAsFirstWords,
  withoutLongCapitals,
  withOpeningMarks,
  withNamesAsWritten,
  withFrenchSpaces,
];

/**
 * Mends slips of an engine, each only where the source shows what is right. A translation that is its source stays as
 * it is.
 */
export const finishTranslation: FinishingRule = (source, stretches, target) =>
  joinedText(stretches) === source
    ? stretches
    : finishingRules.reduce<readonly Stretch[]>((done, rule) => rule(source, done, target), stretches);
