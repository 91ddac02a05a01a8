import type { Formality, InferenceEngine, LanguagePair, Quality } from '#libs/inference/inference.port.js';
import { textSegment } from '#libs/segments/text-segment.js';

export interface TextToTranslate {
  text: string;
  /** Undefined: the text is in the target language already and comes back as it is. */
  pair: LanguagePair | undefined;
  domain: string;
  formality: Formality | undefined;
  quality: Quality;
  preserveFormatting: boolean;
  signal?: AbortSignal;
}

export interface TranslatedText {
  translation: string;
  /** 0 to 1. */
  confidence: number;
  model: string;
  route?: readonly string[];
}

const lineBreak = /(\r\n|[\n\r\u2028\u2029])/u;

/** Lines at even places, the breaks between them at odd ones: a line is never joined to the next. */
const splitLines = (text: string): string[] => text.split(lineBreak);

const normaliseWhiteSpace = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

export const isBlank = (text: string): boolean => text.trim() === '';

/** Confidence of the whole: that of each line by its length. */
const weightedMean = (parts: readonly { confidence: number; weight: number }[]): number => {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  if (weight === 0) return 1;
  return parts.reduce((sum, part) => sum + part.confidence * part.weight, 0) / weight;
};

/** Translates line by line in one call of the engine; breaks, white space and protected spans stay as they are. */
export const translateText = async (engine: InferenceEngine, request: TextToTranslate): Promise<TranslatedText> => {
  const { pair, quality } = request;
  if (pair === undefined) return { translation: request.text, confidence: 1, model: 'none' };
  if (isBlank(request.text)) {
    return { translation: request.text, confidence: 1, model: engine.modelName(pair, quality) };
  }
  const text = request.preserveFormatting ? request.text : normaliseWhiteSpace(request.text);
  const lines = splitLines(text);
  const places = lines.flatMap((line, index) => (index % 2 === 0 && !isBlank(line) ? [index] : []));
  const textSegments = places.map((place) => textSegment(lines[place] ?? ''));
  const { segments, model, route } = await engine.translate({
    source: pair.source,
    target: pair.target,
    segments: textSegments.map(({ segment }) => segment),
    domain: request.domain,
    ...(request.formality === undefined ? {} : { formality: request.formality }),
    quality,
    priority: 'interactive',
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  const confidences = places.map((place, index) => {
    const segment = segments[index];
    const rendered = segment && textSegments[index]?.render(segment.parts);
    if (segment === undefined || rendered === undefined)
      throw new Error('The engine answered fewer segments than it was given');
    const weight = (lines[place] ?? '').length;
    lines[place] = rendered;
    return { confidence: segment.confidence, weight };
  });
  return {
    translation: lines.join(''),
    confidence: weightedMean(confidences),
    model,
    ...(route === undefined ? {} : { route }),
  };
};
