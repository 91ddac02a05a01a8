import type { FidelityTally } from '#libs/documents/fidelity/fidelity-tally.js';
import type { TranslatedBatch } from '#libs/documents/segment-batches/segment-batches.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { Batch } from './batching.js';
import type { TranslatedSegments } from './engine-translation.js';
import type { RememberedTranslation, RepeatedSegments } from './repeated-segments.js';

/** The segments of a batch, of which those that were there before wait for the translation of the first. */
export interface DistinctSegments {
  /** Translates what was not there before, and puts the whole batch together. */
  translated(translate: (segments: readonly Segment[]) => Promise<TranslatedSegments>): Promise<TranslatedBatch>;
}

/**
 * Finds and counts the repeated segments of a batch; the others are remembered for the batches after it. `finished`
 * loads the translations of a batch that was finished before.
 */
export const withoutRepeats = (
  { segments }: Batch,
  repeats: RepeatedSegments,
  tally: FidelityTally,
  finished: (() => Promise<readonly Segment[]>) | undefined,
): DistinctSegments => {
  const own = Promise.withResolvers<TranslatedSegments>();
  // A failure is the batch's own; those that wait for one of its segments see it, too.
  own.promise.catch(() => undefined);
  const earlier: (RememberedTranslation | undefined)[] = [];
  /** Places in the batch of the segments that are translated. */
  const places: number[] = [];
  for (const [place, segment] of segments.entries()) {
    const ordinal = places.length;
    const load = async () =>
      finished === undefined ? (await own.promise).segments[ordinal] : (await finished())[place];
    const known = repeats.findOrKeep(segment.parts, load);
    tally.translated(segment);
    earlier.push(known);
    if (known === undefined) places.push(place);
    else tally.repeated(segment);
  }
  return {
    async translated(translate) {
      try {
        own.resolve(await translate(places.map((place) => segments[place]?.parts ?? [])));
      } catch (error) {
        own.reject(error);
      }
      const { segments: distinct, repaired, ...facts } = await own.promise;
      const next = distinct.values();
      const whole: Segment[] = [];
      for (const known of earlier) whole.push(known === undefined ? (next.next().value ?? []) : await known.get());
      return { segments: whole, repaired: repaired.map((ordinal) => places[ordinal] ?? 0), ...facts };
    },
  };
};
