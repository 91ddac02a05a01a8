import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { Provenance } from '#libs/domain/provenance.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { madeByNone, provenanceOf } from '#libs/ports/inference/provenance-of.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { cutAtStatements } from '#libs/text/segments/program-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';

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
  provenance: Provenance;
}

const copied = (segments: readonly Segment[]): TranslatedSegments => ({
  segments,
  repaired: [],
  confidenceSum: 0,
  weight: 0,
  model: copyModel,
  provenance: madeByNone,
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
  const cut = segments.map(cutAtStatements);
  const texts = cut.flatMap((segment) => segment.texts);
  if (texts.length === 0) return copied(segments);
  const {
    segments: translated,
    model,
    ...made
  } = await inference.translate({
    source,
    target,
    segments: texts.map((text) => glossary?.apply(text) ?? text),
    domain: options.domain,
    quality: options.quality,
    priority: 'document',
    organizationId,
    signal,
  });
  if (translated.length !== texts.length) throw new Error('The engine answered another number of segments');
  const totals = { confidenceSum: 0, weight: 0 };
  for (const { parts, confidence } of translated) {
    const { length } = plainText(parts);
    totals.confidenceSum += confidence * length;
    totals.weight += length;
  }
  const repaired: number[] = [];
  let at = 0;
  const repairedSegments = cut.map((segment, place) => {
    const ours = translated.slice(at, at + segment.texts.length);
    at += segment.texts.length;
    const answered = asText(segment.join(ours.map(({ parts }) => parts)));
    const right = repairTags(segments[place] ?? [], answered);
    if (!sameSegment(right, answered)) repaired.push(place);
    return right;
  });
  return { segments: repairedSegments, repaired, ...totals, model, provenance: provenanceOf(made) };
};
