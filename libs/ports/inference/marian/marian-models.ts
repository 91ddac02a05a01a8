import { ModelUnavailableError } from '../inference.errors.js';
import type { EngineModel, InferenceHealth, LanguageCode, TranslationRequest } from '../inference.port.js';

/** A model of one pair that the inference process has. */
export interface MarianModel extends Omit<EngineModel, 'qualities' | 'sha256'> {
  /** Names it to the process: two models never share it. */
  sha256: string;
  sourceLanguage: LanguageCode;
  targetLanguage: LanguageCode;
  /** `tiny`, `base`, `base-memory`, or another that a catalogue names. */
  architecture: string;
  /** Name and version of the code that runs it: `marian 0.1.0`. */
  engineVersion: string;
}

/** A stretch of a sentence, in UTF-16 units. */
export interface Stretch {
  begin: number;
  end: number;
}

/** A token of a translation, and where its text stands in it. */
export interface SentenceToken extends Stretch {
  text: string;
  /** From 0 to 1. */
  probability: number;
  /** Index of the piece of the source that it belongs to most. */
  piece: number;
}

/** The translation of one sentence. */
export interface SentenceTranslation {
  text: string;
  /** Pieces of the source; the last one is the end of the sentence. */
  pieces: readonly Stretch[];
  tokens: readonly SentenceToken[];
  /** The mean of the probabilities of the tokens, from 0 to 1. */
  confidence: number;
  /** Whether it reached the limit of its length before its end, and so was cut. */
  limited: boolean;
}

export interface SentenceOptions extends Pick<TranslationRequest, 'priority' | 'organizationId' | 'signal'> {
  /** `sha256` of the model. */
  model: string;
}

/** Fault and remedy where no model is installed. */
export const noModelReason = 'No translation model is installed. Install one: transledger-admin models add en-de';

/** No inference process answers: there is none to ask for another model either. */
export class InferenceAwayError extends ModelUnavailableError {}

/** A sentence that is longer than a model takes; nothing of it was translated. */
export class SentenceTooLongError extends Error {
  override readonly name = 'SentenceTooLongError';

  constructor(
    /** Pieces that a sentence may have. */
    readonly maximum: number,
  ) {
    super(`A model takes sentences of at most ${maximum} pieces`);
  }
}

/**
 * The models of the inference process, sentence by sentence. All methods reject with `SentenceTooLongError`, with an error of
 * `inference.errors.ts`, or with the signal's reason. What was under way when the process died is asked again once.
 */
export interface MarianModels {
  /** The models that are installed now. */
  list(): Promise<readonly MarianModel[]>;
  /** Translates sentences, in their order; the process gathers those of like length, and organizations take turns. */
  translate(sentences: readonly string[], options: SentenceOptions): Promise<SentenceTranslation[]>;
  /** Streams one sentence; a reader that leaves ends its translation at its next token. */
  stream(sentence: string, options: SentenceOptions): AsyncGenerator<SentenceToken, SentenceTranslation, undefined>;
  health(): Promise<InferenceHealth>;
  close(): Promise<void>;
}
