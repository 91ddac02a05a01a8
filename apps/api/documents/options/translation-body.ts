import type { WantedOptions } from '#libs/application/documents/wanted-options.js';
import { askedLanguages } from '#libs/application/text-usage/asked-text.js';
import { optionCatalogue } from '#libs/documents/options/option-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import { validated } from '../../http/validation.js';
import { readFormatOptions } from './format-options.js';
import { TranslateDocumentBody, TranslateDocumentOptions } from './translate-document.dto.js';

export interface TranslationBody {
  target: string;
  options: WantedOptions;
}

/** Where each option stands in a body. */
const places: Readonly<Record<string, string>> = {
  domain: 'options',
  quality: 'options',
  format_options: 'options',
  ...Object.fromEntries(
    Object.entries(optionCatalogue).map(([name, option]) => [
      name,
      option.in === 'options' ? 'options' : 'options.format_options',
    ]),
  ),
};

/** An option that is ignored would make another translation than was asked for. */
const assertNoOptionBeside = (body: object): void => {
  const misplaced = Object.entries(places).find(
    ([name]) => Object.hasOwn(body, name) && Reflect.get(body, name) !== null,
  );
  if (misplaced === undefined) return;
  const [name, place] = misplaced;
  throw new Rejection('invalid_request', { details: { [name]: [`belongs into ${place}`] } });
};

/**
 * Reads the body of a request for another translation. What is known of it on the way is `noted`, for the entry of a refusal.
 * @throws Rejection `missing_required_field`, `invalid_request`
 */
export const readTranslationBody = (
  body: unknown,
  noted: (facts: RefusedText) => void = () => undefined,
): TranslationBody => {
  const { target, glossary_id, options: given } = validated(TranslateDocumentBody, body);
  noted(askedLanguages(undefined, target));
  assertNoOptionBeside(body as object);
  const options = validated(TranslateDocumentOptions, given ?? {}, 'options');
  noted({ ...(options.domain && { domain: options.domain }) });
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
