import fc from 'fast-check';
import type { Segment } from '#libs/text/segments/segment.js';
import { shuffledInTags } from './suite-translations.fixture.js';
import { maxSegmentLength } from './text/sentence-cut.js';

/** A part of a paragraph that was cut is cut elsewhere when its words change, and the cut may part two tags. */
const isPartOfCut = (segment: Segment): boolean =>
  segment.map((part) => ('text' in part ? part.text : '')).join('').length > maxSegmentLength / 2;

/** Engines that move words with their tags, each in another way. */
export const taggedTranslations: fc.Arbitrary<(segment: Segment) => Segment> = fc
  .array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 50, maxLength: 50 })
  .map((numbers) => {
    let at = 0;
    const random = () => {
      at += 1;
      return numbers[at % numbers.length] ?? 0;
    };
    return (segment) => (isPartOfCut(segment) ? segment : shuffledInTags(segment, random));
  });
