import { validated } from '../http/validation.js';
import { TranslateDocumentOptions, TranslateDocumentRequest } from './document.dto.js';
import { assertSupportedOptions } from './unsupported-options.js';

export interface TranslationBody {
  target: string;
  glossaryId: string | undefined;
  quality: NonNullable<TranslateDocumentOptions['quality']>;
}

/**
 * Reads the body of a request for another translation.
 * @throws Rejection `missing_required_field`, `invalid_request`
 */
export const readTranslationBody = (body: unknown): TranslationBody => {
  const { target, glossary_id } = validated(TranslateDocumentRequest, body);
  const given = typeof body === 'object' && body !== null && 'options' in body ? (body.options ?? {}) : {};
  const options = validated(TranslateDocumentOptions, given, 'options');
  assertSupportedOptions(options);
  return { target, glossaryId: glossary_id ?? options.glossary_id, quality: options.quality ?? 'balanced' };
};
