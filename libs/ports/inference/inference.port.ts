import type { Provenance } from '#libs/domain/provenance.js';
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
  /** Absent where no model of the engine heeds a domain. */
  supportsDomain?: boolean;
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
  /** Hears what is given text as soon as that is known, also where no result comes of it; once or more for each model. */
  onUse?: (use: MadeBy) => void;
}

export interface TranslatedSegment {
  /** Translated parts: every tag of the source exactly once, pairs well nested; every `keep` exactly once. */
  parts: Segment;
  /** 0 to 1. */
  confidence: number;
}

export interface TranslationResult extends Readonly<Omit<Provenance, 'modelSha256'>> {
  /** One for each segment of the request, in its order. */
  segments: TranslatedSegment[];
  model: string;
  /** Hashes of the models in the order of their use, hex; missing where the engine has no weights. */
  modelSha256?: readonly string[];
  route?: readonly LanguageCode[];
}

/** The model and the engines that make a translation. */
export type MadeBy = Omit<TranslationResult, 'segments' | 'route'>;

export interface TokenStreamEnd extends Omit<TranslationResult, 'segments'> {
  /** 0 to 1. */
  confidence: number;
  /** Whether the tokens, against `streamsSameText`, are not the text of `translate`: it would have asked again. */
  isOtherText?: boolean;
}

export interface TokenStreamResult {
  tokens: AsyncIterable<string>;
  /** Settles when the tokens have ended. */
  done: Promise<TokenStreamEnd>;
}

/** A model that an engine may use now. */
export interface EngineModel {
  /** Id that results and events name it by. */
  id: string;
  name: string;
  /** Kind of engine that runs it: `marian`. */
  engine: string;
  sourceLanguages: readonly LanguageCode[];
  targetLanguages: readonly LanguageCode[];
  /** SHA-256 of the canonical JSON of its unpacked files' hashes, hex; null for an engine without weights of its own. */
  sha256: string | null;
  sizeBytes: number | null;
  licence: string | null;
  licenceUrl: string | null;
  /** Where it came from, without credentials. */
  source: string | null;
  /** Qualities that it serves now. */
  qualities: readonly Quality[];
  /** ISO 8601 time of its installation, where it is known. */
  since: string | null;
  /** Size of the network as its catalogue names it. */
  architecture?: string;
  /** SHA-256 of each unpacked file, hex, by its name at the source; where they are known. */
  files?: Readonly<Record<string, string>>;
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
  /**
   * The reason why there may be pairs that `pairs` does not name: a part that is away and has never said which it has. Undefined
   * where each has.
   */
  unnamedPairs?(): string | undefined;
  /** Lists plain languages, without their variants. */
  languages(): Promise<readonly LanguageFeatures[]>;
  modelName(pair: LanguagePair, quality: Quality): string;
  /** Hashes of the models that would translate now, as in a result; none where the engine has no weights. */
  modelHashes(pair: LanguagePair, quality: Quality): readonly string[];
  /** Lists the models that can be used now. @throws ModelUnavailableError where the engine is away */
  models(): Promise<readonly EngineModel[]>;
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
  /** Whether there is a model for a pair that the operator could install; missing for engines that none is installed for. */
  isInstallable?(pair: LanguagePair): Promise<boolean>;
  close(): Promise<void>;
}
