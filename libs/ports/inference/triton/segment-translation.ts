import { protectLoneTags } from '#libs/text/segments/lone-tags.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { placeTags } from '#libs/text/segments/tag-placement.js';
import type { TranslatedSegment } from '../inference.port.js';
import { countWords } from '../units/atom.js';
import { SentenceTidier } from './answer-text.js';
import type { TextModel } from './text-model.js';
import { isPlain, textOf, tritonUnitsOf } from './triton-units.js';
import { confidenceOf, type TranslatedUnit, translateUnit } from './unit-translation.js';

/** Averages the confidences of the units by their words. */
const weightedConfidence = (units: readonly Pick<TranslatedUnit, 'words' | 'confidentWords'>[]): number => {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  const confident = units.reduce((sum, unit) => sum + unit.confidentWords, 0);
  return words === 0 ? 1 : Math.min(1, confident / words);
};

export const translateSegment = async (segment: Segment, model: TextModel): Promise<TranslatedSegment> => {
  const lone = protectLoneTags(segment);
  const source = splitRuns(lone.segment);
  const units = (await Promise.all(tritonUnitsOf(source).map((unit) => translateUnit(unit, source, model)))).flat();
  const pieces = units.flatMap((unit) => unit.pieces);
  return { parts: lone.restore(placeTags(source, pieces)), confidence: weightedConfidence(units) };
};

/**
 * Streams the translation of a segment, one unit after another; tags are left out. A unit with something to protect
 * comes whole: a token that was sent cannot be mended. Returns the confidence.
 */
export async function* streamSegment(segment: Segment, model: TextModel): AsyncGenerator<string, number, undefined> {
  const source = splitRuns(segment.filter((part) => part.kind === 'text' || part.kind === 'keep'));
  const units: Pick<TranslatedUnit, 'words' | 'confidentWords'>[] = [];
  for (const unit of tritonUnitsOf(source)) {
    if (unit.kind === 'translate' && model.stream !== undefined && isPlain(unit.atoms)) {
      const words = countWords(unit.atoms);
      const confidence = yield* streamSentence(textOf(unit.atoms), model.stream);
      units.push({ words, confidentWords: confidence * words });
      continue;
    }
    const translated = await translateUnit(unit, source, model);
    units.push(...translated);
    yield translated.flatMap(({ pieces }) => pieces.map(({ part }) => part.text)).join('');
  }
  return weightedConfidence(units);
}

async function* streamSentence(
  text: string,
  stream: NonNullable<TextModel['stream']>,
): AsyncGenerator<string, number, undefined> {
  const tidier = new SentenceTidier();
  const pieces = stream(text);
  let isEmpty = true;
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) {
        if (!isEmpty) return confidenceOf(next.value);
        yield text;
        return 0;
      }
      const sure = tidier.next(next.value);
      if (sure === '') continue;
      isEmpty = false;
      yield sure;
    }
  } finally {
    await pieces.return(0);
  }
}
