import { Backlog } from '#libs/platform/async/backlog.js';
import { protectLoneTags } from '#libs/text/segments/lone-tags.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { placeTags } from '#libs/text/segments/tag-placement.js';
import type { TranslatedSegment } from '../inference.port.js';
import { isPlain, sentenceUnitsOf } from '../sentences/sentence-units.js';
import { type TranslatedUnit, weightedConfidence } from '../sentences/translated-unit.js';
import type { Unit } from '../units/units.js';
import { SentenceTooLongError } from './marian-models.js';
import type { RequestSentences } from './request-sentences.js';
import { streamSentence } from './sentence-stream.js';
import { translateUnit } from './sentence-translation.js';

export const translateSegment = async (segment: Segment, sentences: RequestSentences): Promise<TranslatedSegment> => {
  const lone = protectLoneTags(segment);
  const source = splitRuns(lone.segment);
  const units = (
    await Promise.all(sentenceUnitsOf(source).map((unit) => translateUnit(unit, source, sentences)))
  ).flat();
  const pieces = units.flatMap((unit) => unit.pieces);
  return { parts: lone.restore(placeTags(source, pieces)), confidence: weightedConfidence(units) };
};

/** The result of a streamed segment, which grows with its words. */
export class StreamedSegment {
  /** Whether some words are not those of `translateSegment`. */
  isOtherText = false;
  private readonly units: Pick<TranslatedUnit, 'weight' | 'confidentWeight'>[] = [];

  get confidence(): number {
    return weightedConfidence(this.units);
  }

  add(unit: Pick<TranslatedUnit, 'weight' | 'confidentWeight'>, isOtherText = false): void {
    this.units.push(unit);
    this.isOtherText ||= isOtherText;
  }
}

/** Units that are asked for while another is read: a sentence, and the space before it. */
const ahead = 2;

/**
 * Streams the translation of a segment word by word, one sentence after another, tags left out; the next sentence is
 * asked for while one is read. A sentence with fixed pieces comes whole: where they go is known at its end. Returns the
 * confidence.
 */
export async function* streamSegment(
  segment: Segment,
  sentences: RequestSentences,
  result: StreamedSegment,
): AsyncGenerator<string, number, undefined> {
  const lone = protectLoneTags(segment);
  const source = splitRuns(lone.segment);
  const whole = async function* (unit: Unit): AsyncGenerator<string, void, undefined> {
    const units = await translateUnit(unit, source, sentences);
    for (const each of units) result.add(each);
    yield plainText(lone.restore(units.flatMap(({ pieces }) => pieces.map(({ part }) => part))));
  };
  const open = async function* (unit: Unit): AsyncGenerator<string, void, undefined> {
    if (unit.kind === 'verbatim' || !isPlain(unit.atoms)) return yield* whole(unit);
    try {
      const { isOtherText, ...weight } = yield* streamSentence(unit.atoms, sentences);
      result.add(weight, isOtherText);
    } catch (error) {
      if (!(error instanceof SentenceTooLongError)) throw error;
      yield* whole(unit);
    }
  };
  const units = sentenceUnitsOf(source);
  const begun: AsyncIterable<string>[] = [];
  for (const place of units.keys()) {
    for (const next of units.slice(place + begun.length, place + 1 + ahead)) begun.push(new Backlog(open(next)));
    yield* begun.shift() ?? [];
  }
  return result.confidence;
}
