import { protectLoneTags } from '#libs/text/segments/lone-tags.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { placeTags } from '#libs/text/segments/tag-placement.js';
import type { TranslatedSegment } from '../inference.port.js';
import { SentenceTidier } from '../sentences/answer-text.js';
import { isPlain, sentenceUnitsOf, textOf } from '../sentences/sentence-units.js';
import { confidenceOf, type TranslatedUnit, weightedConfidence } from '../sentences/translated-unit.js';
import { countWords } from '../units/atom.js';
import type { TextModel } from './text-model.js';
import { translateUnit } from './unit-translation.js';

export const translateSegment = async (segment: Segment, model: TextModel): Promise<TranslatedSegment> => {
  const lone = protectLoneTags(segment);
  const source = splitRuns(lone.segment);
  const units = (await Promise.all(sentenceUnitsOf(source).map((unit) => translateUnit(unit, source, model)))).flat();
  const pieces = units.flatMap((unit) => unit.pieces);
  return { parts: lone.restore(placeTags(source, pieces)), confidence: weightedConfidence(units) };
};

/**
 * Streams the translation of a segment, one unit after another; tags are left out. A unit with something to protect
 * comes whole: a token that was sent cannot be mended. Returns the confidence.
 */
export async function* streamSegment(segment: Segment, model: TextModel): AsyncGenerator<string, number, undefined> {
  const source = splitRuns(segment.filter((part) => part.kind === 'text' || part.kind === 'keep'));
  const units: Pick<TranslatedUnit, 'weight' | 'confidentWeight'>[] = [];
  for (const unit of sentenceUnitsOf(source)) {
    if (unit.kind === 'translate' && model.stream !== undefined && isPlain(unit.atoms)) {
      const weight = countWords(unit.atoms);
      const confidence = yield* streamSentence(textOf(unit.atoms), model.stream);
      units.push({ weight, confidentWeight: confidence * weight });
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
