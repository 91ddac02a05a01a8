import type { AppliedGlossary } from '#libs/application/glossaries/glossary-library.js';
import type { Provenance } from '#libs/domain/provenance.js';
import type {
  Formality,
  InferenceEngine,
  LanguagePair,
  Quality,
  TranslationRequest,
} from '#libs/ports/inference/inference.port.js';
import { madeByNone, provenanceOf } from '#libs/ports/inference/provenance-of.js';
import { type AppliedTerm, TermTally } from '#libs/text/glossary/term-tally.js';
import { applyToText } from '#libs/text/glossary/text-terms.js';
import { layOut, type TextPiece } from '#libs/text/segments/text-layout.js';
import { textSegment } from '#libs/text/segments/text-segment.js';

export interface TextToTranslate {
  /** The organization that asks: results are cached, and engines shared, by organization. */
  organizationId: string;
  text: string;
  /** Undefined when the text is in the target language already and comes back as it is. */
  pair: LanguagePair | undefined;
  domain: string;
  formality: Formality | undefined;
  quality: Quality;
  preserveFormatting: boolean;
  glossary?: AppliedGlossary | undefined;
  signal?: AbortSignal;
  /** Hears what is given the text, also where no translation comes of it. */
  onUse?: TranslationRequest['onUse'];
}

export interface TranslatedText {
  translation: string;
  /** Confidence from 0 to 1. */
  confidence: number;
  model: string;
  /** Where it was recalled, that of the first answer without its engines, which were given no text. */
  provenance: Provenance;
  route?: readonly string[];
  /** Terms of the glossary that were found; absent when there are none, or no glossary. */
  terms?: readonly AppliedTerm[];
}

const normaliseWhiteSpace = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

export const isBlank = (text: string): boolean => text.trim() === '';

/** Confidence of the whole text: the mean of its lines, weighted by their lengths. */
const weightedMean = (parts: readonly { confidence: number; weight: number }[]): number => {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  if (weight === 0) return 1;
  return parts.reduce((sum, part) => sum + part.confidence * part.weight, 0) / weight;
};

const joined = (layout: readonly TextPiece[]): string => layout.map(({ text }) => text).join('');

/** Translates piece by piece in one call of the engine; the text around the pieces stays as it is. */
export const translateText = async (engine: InferenceEngine, request: TextToTranslate): Promise<TranslatedText> => {
  const { pair, quality, glossary } = request;
  if (pair === undefined) return { translation: request.text, confidence: 1, model: 'none', provenance: madeByNone };
  const keepsWhiteSpace = request.preserveFormatting || isBlank(request.text);
  const layout = layOut(keepsWhiteSpace ? request.text : normaliseWhiteSpace(request.text));
  const pieces = layout.filter(({ kind }) => kind === 'text');
  if (pieces.length === 0) {
    const model = engine.modelName(pair, quality);
    return { translation: joined(layout), confidence: 1, model, provenance: madeByNone };
  }
  const textSegments = pieces.map(({ text }) => textSegment(text));
  const tally = new TermTally();
  const { segments, model, route, ...made } = await engine.translate({
    source: pair.source,
    target: pair.target,
    segments: textSegments.map(({ segment }) => (glossary ? applyToText(glossary.matcher, segment, tally) : segment)),
    domain: request.domain,
    ...(request.formality === undefined ? {} : { formality: request.formality }),
    quality,
    priority: 'interactive',
    organizationId: request.organizationId,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.onUse === undefined ? {} : { onUse: request.onUse }),
  });
  const confidences = pieces.map((piece, index) => {
    const segment = segments[index];
    const rendered = segment && textSegments[index]?.render(segment.parts);
    if (segment === undefined || rendered === undefined)
      throw new Error('The engine answered fewer segments than it was given');
    const weight = piece.text.length;
    piece.text = rendered;
    return { confidence: segment.confidence, weight };
  });
  return {
    translation: joined(layout),
    confidence: weightedMean(confidences),
    model,
    provenance: provenanceOf(made),
    ...(route === undefined ? {} : { route }),
    ...(tally.applied.length === 0 ? {} : { terms: tally.applied }),
  };
};
