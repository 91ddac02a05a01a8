import { ModelBusyError, ModelUnavailableError } from '../inference.errors.js';
import {
  type MarianModel,
  type SentenceToken,
  SentenceTooLongError,
  type SentenceTranslation,
} from './marian-models.js';

/*
 * HTTP/2 without TLS: one connection carries many requests, a reset ends one, and windows hold back what is not read. A request is
 * one JSON value, an answer lines of JSON.
 */

/** The version of the protocol, which a process of another version does not have. */
export const paths = { models: '/1/models', translate: '/1/translate', stream: '/1/stream' } as const;

/** Sentences of one request at most, and bytes of its body. */
export const maxSentences = 32;
export const maxBodyBytes = 1024 * 1024;
/** UTF-16 units of a sentence whose pieces are counted; a longer one is too long. */
export const maxSentenceLength = 65_536;
/** Pieces that a sentence may have. */
export const maxPieces = 511;
/** Bytes of a line of an answer, which has one sentence at most, or the list of models. */
export const maxLineBytes = 4 * 1024 * 1024;

export interface TranslateBody {
  model: string;
  priority: 'interactive' | 'document';
  organizationId?: string;
  /** One for a stream. */
  sentences: readonly string[];
}

export type WireError =
  | { kind: 'too-long'; maximum: number }
  /** The process does not have the model (any more). */
  | { kind: 'missing' | 'unavailable' | 'busy'; message: string };

/** A line of an answer. After one with an error comes none. */
export type Line =
  | { models: readonly MarianModel[] }
  | { index: number; translation: SentenceTranslation }
  | { token: SentenceToken }
  | { error: WireError };

export class ModelMissingError extends ModelUnavailableError {
  override readonly message = 'The model is not installed';
}

/** The error of a translation as it is sent; undefined for a fault of the process itself. */
export const wireErrorOf = (error: unknown): WireError | undefined => {
  if (error instanceof SentenceTooLongError) return { kind: 'too-long', maximum: error.maximum };
  if (error instanceof ModelBusyError) return { kind: 'busy', message: error.message };
  if (error instanceof ModelMissingError) return { kind: 'missing', message: error.message };
  return error instanceof ModelUnavailableError ? { kind: 'unavailable', message: error.message } : undefined;
};

/** The error that was sent. */
export const errorOf = (error: WireError): Error => {
  if (error.kind === 'too-long') return new SentenceTooLongError(error.maximum);
  if (error.kind === 'busy') return new ModelBusyError(error.message);
  return error.kind === 'missing' ? new ModelMissingError() : new ModelUnavailableError(error.message);
};

const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

/** Reads the body of a request; undefined for anything else. */
export const readTranslateBody = (json: string): TranslateBody | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { model, priority, organizationId, sentences } = value as Partial<Record<keyof TranslateBody, unknown>>;
  if (!isShortText(model) || (priority !== 'interactive' && priority !== 'document')) return undefined;
  if (organizationId !== undefined && !isShortText(organizationId)) return undefined;
  if (!Array.isArray(sentences) || sentences.length === 0 || sentences.length > maxSentences) return undefined;
  if (!sentences.every((sentence) => typeof sentence === 'string' && sentence.length <= maxSentenceLength))
    return undefined;
  return { model, priority, sentences, ...(organizationId === undefined ? {} : { organizationId }) };
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isStretch = (value: unknown): boolean =>
  isObject(value) && typeof value.begin === 'number' && typeof value.end === 'number';
const isToken = (value: unknown): boolean =>
  isObject(value) &&
  isStretch(value) &&
  typeof value.text === 'string' &&
  typeof value.probability === 'number' &&
  typeof value.piece === 'number';

const isTranslation = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.text === 'string' &&
  Array.isArray(value.pieces) &&
  value.pieces.every(isStretch) &&
  Array.isArray(value.tokens) &&
  value.tokens.every(isToken) &&
  typeof value.confidence === 'number' &&
  typeof value.limited === 'boolean';

const modelTexts = ['id', 'name', 'sha256', 'sourceLanguage', 'targetLanguage', 'architecture', 'engineVersion'];

const isModel = (value: unknown): boolean =>
  isObject(value) &&
  modelTexts.every((name) => typeof value[name] === 'string') &&
  [value.sourceLanguages, value.targetLanguages].every(Array.isArray);

const isError = (value: unknown): boolean =>
  isObject(value) &&
  (value.kind === 'too-long'
    ? typeof value.maximum === 'number'
    : ['missing', 'unavailable', 'busy'].includes(String(value.kind)) && typeof value.message === 'string');

/** Reads a line of an answer; undefined for anything else. */
export const readLine = (json: string): Line | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const isLine =
    ('models' in value && Array.isArray(value.models) && value.models.every(isModel)) ||
    ('translation' in value && typeof value.index === 'number' && isTranslation(value.translation)) ||
    ('token' in value && isToken(value.token)) ||
    ('error' in value && isError(value.error));
  return isLine ? (value as Line) : undefined;
};
