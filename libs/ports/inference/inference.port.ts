import type { Segment } from '#libs/text/segments/segment.js';

/** ISO 639-1 code as in the API; for a target also a BCP 47 tag with a variant: `pt-BR`. */
export type LanguageCode = string;

export interface LanguagePair {
  source: LanguageCode;
  target: LanguageCode;
  /** The languages passed through, both ends included, when there is no direct pair. */
  route?: readonly LanguageCode[];
}

export interface LanguageFeatures {
  code: LanguageCode;
  supportsFormality: boolean;
}

export type Formality = 'formal' | 'informal' | 'neutral';
export type Quality = 'fast' | 'balanced' | 'quality';

export interface TranslationRequest {
  source: LanguageCode;
  target: LanguageCode;
  segments: readonly Segment[];
  /** Domain of the text: `NN name` of EuroVoc, or `general`. */
  domain?: string;
  formality?: Formality;
  quality?: Quality;
  /** Interactive work goes before documents where the engine has a queue. */
  priority?: 'interactive' | 'document';
  /** The organization that it is for: where the engine has a queue, organizations take turns. */
  organizationId?: string;
  signal?: AbortSignal;
}

export interface TranslatedSegment {
  /** Translated parts: every tag of the source exactly once, pairs well nested; every `keep` exactly once. */
  parts: Segment;
  /** 0 to 1. */
  confidence: number;
}

export interface TranslationResult {
  /** One for each segment of the request, in its order. */
  segments: TranslatedSegment[];
  model: string;
  route?: readonly LanguageCode[];
}

export interface TokenStreamResult {
  tokens: AsyncIterable<string>;
  /** Settles when the tokens have ended. */
  done: Promise<{ confidence: number; model: string; route?: readonly LanguageCode[] }>;
}

export interface InferenceHealth {
  ready: boolean;
  /** Fault and remedy, when the engine is not ready. */
  reason?: string;
}

/**
 * An engine that translates. All methods reject with an error of `inference.errors.ts`, or with the signal's reason.
 */
export interface InferenceEngine {
  /** Lists the pairs that the running engine can translate now; empty when it is not ready. */
  pairs(): Promise<readonly LanguagePair[]>;
  /** Lists plain languages, without their variants. */
  languages(): Promise<readonly LanguageFeatures[]>;
  modelName(pair: LanguagePair, quality: Quality): string;
  /**
   * Whether the tokens of `translateStream` are the text of `translate`: false where a model streams by another
   * computation, such as a greedy one instead of a beam search.
   */
  streamsSameText(pair: LanguagePair, quality: Quality): boolean;
  /** @throws UnsupportedPairError, ModelUnavailableError */
  translate(request: TranslationRequest): Promise<TranslationResult>;
  /** Streams one segment; the concatenated tokens are its translation with tags left out. */
  translateStream(request: TranslationRequest): Promise<TokenStreamResult>;
  health(): Promise<InferenceHealth>;
  close(): Promise<void>;
}
