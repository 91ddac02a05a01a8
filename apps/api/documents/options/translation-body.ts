import type { WantedOptions } from '#libs/application/documents/wanted-options.js';
import { validated } from '../../http/validation.js';
import { readFormatOptions } from './format-options.js';
import { TranslateDocumentBody, TranslateDocumentOptions } from './translate-document.dto.js';

export interface TranslationBody {
  target: string;
  options: WantedOptions;
}

/**
 * Reads the body of a request for another translation.
 * @throws Rejection `missing_required_field`, `invalid_request`
 */
export const readTranslationBody = (body: unknown): TranslationBody => {
  const { target, glossary_id, options: given } = validated(TranslateDocumentBody, body);
  const options = validated(TranslateDocumentOptions, given ?? {}, 'options');
  return {
    target,
    options: {
      domain: options.domain ?? undefined,
      glossaryId: glossary_id ?? options.glossary_id ?? undefined,
      quality: options.quality ?? undefined,
      preserveLayout: options.preserve_layout ?? undefined,
      preserveImages: options.preserve_images ?? undefined,
      translateHeaders: options.translate_headers ?? undefined,
      translateAltText: options.translate_alt_text ?? undefined,
      translateComments: options.translate_comments ?? undefined,
      pageRange: options.page_range ?? undefined,
      ...readFormatOptions(options.format_options, 'options.format_options'),
    },
  };
};
