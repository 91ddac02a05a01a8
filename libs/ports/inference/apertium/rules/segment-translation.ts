import { protectLoneTags } from '#libs/text/segments/lone-tags.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { placeTags } from '#libs/text/segments/tag-placement.js';
import type { TranslatedSegment } from '../../inference.port.js';
import { unitsOf } from '../../units/units.js';
import { atomsOf } from './atoms.js';
import { type TranslatedUnit, translateUnit, type UnitTranslator } from './unit-translation.js';

const knownShare = (units: readonly TranslatedUnit[]): number => {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  const unknown = units.reduce((sum, unit) => sum + unit.unknownWords, 0);
  return words === 0 ? 1 : 1 - unknown / words;
};

export const translateSegment = async (segment: Segment, translator: UnitTranslator): Promise<TranslatedSegment> => {
  const lone = protectLoneTags(segment);
  const source = splitRuns(lone.segment);
  const units = await Promise.all(
    unitsOf(atomsOf(source, translator.writeSpans), translator.sizes).map((unit) => translateUnit(unit, translator)),
  );
  return {
    parts: lone.restore(
      placeTags(
        source,
        units.flatMap((unit) => unit.pieces),
      ),
    ),
    confidence: knownShare(units),
  };
};

/**
 * Streams the translation of a segment, unit by unit in order; tags are left out. Every unit is under way from the
 * start. Returns the confidence.
 */
export async function* streamSegment(
  segment: Segment,
  translator: UnitTranslator,
): AsyncGenerator<string, number, undefined> {
  const pending = unitsOf(atomsOf(splitRuns(segment), translator.writeSpans), translator.sizes).map((unit) =>
    translateUnit(unit, translator),
  );
  // A unit that fails while an earlier one is awaited must not count as unhandled.
  for (const unit of pending) unit.catch(() => undefined);
  const units: TranslatedUnit[] = [];
  for (const unit of pending) {
    const translated = await unit;
    units.push(translated);
    yield translated.pieces.map(({ part }) => part.text).join('');
  }
  return knownShare(units);
}
