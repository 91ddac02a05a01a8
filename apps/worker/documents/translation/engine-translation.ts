import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { protect } from './segment-protection.js';

/** Model name for text that is in the target language already: it is copied without the engine. */
export const copyModel = 'none';

export interface TranslatedSegments {
  segments: readonly Segment[];
  /** Places of the segments whose tags had to be repaired. */
  repaired: readonly number[];
  /** Sum over the segments of confidence times length; `weight` is the sum of the lengths. */
  confidenceSum: number;
  weight: number;
  model: string;
}

const copied = (segments: readonly Segment[]): TranslatedSegments => ({
  segments,
  repaired: [],
  confidenceSum: 0,
  weight: 0,
  model: copyModel,
});

interface Work {
  request: DocumentEventData<'DocumentTranslationRequested'>;
  glossary: GlossaryMatcher | undefined;
  signal: AbortSignal;
}

/** Translates segments of a document by the engine, and repairs the tags of its answers. */
export const translateSegments = async (
  inference: Pick<InferenceEngine, 'translate'>,
  { request, glossary, signal }: Work,
  segments: readonly Segment[],
): Promise<TranslatedSegments> => {
  const { sourceLanguage: source, targetLanguage: target, options, organizationId } = request;
  if (source === baseLanguage(target) || segments.length === 0) return copied(segments);
  const { segments: translated, model } = await inference.translate({
    source,
    target,
    segments: segments.map((segment) => glossary?.apply(protect(segment)) ?? protect(segment)),
    domain: options.domain,
    quality: options.quality,
    priority: 'document',
    organizationId,
    signal,
  });
  if (translated.length !== segments.length) throw new Error('The engine answered another number of segments');
  const totals = { confidenceSum: 0, weight: 0 };
  const repaired: number[] = [];
  const repairedSegments = translated.map(({ parts, confidence }, place) => {
    const { length } = plainText(parts);
    totals.confidenceSum += confidence * length;
    totals.weight += length;
    const answered = asText(parts);
    const right = repairTags(segments[place] ?? [], answered);
    if (!sameSegment(right, answered)) repaired.push(place);
    return right;
  });
  return { segments: repairedSegments, repaired, ...totals, model };
};
