import type { WantedOptions } from '#libs/application/documents/wanted-options.js';
import { optionCatalogue } from '#libs/documents/options/option-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { UploadDocumentFields } from '../upload-document/upload-document.dto.js';
import { readFormatOptionsOfForm } from './format-options.js';
import type { FormFlagValue } from './option-fields.decorators.js';

const flag = (value: FormFlagValue | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';

const formatOptions = Object.entries(optionCatalogue).flatMap(([name, option]) =>
  option.in === 'format_options' ? [name] : [],
);

/** Refuses a form with an option of single formats beside the others. @throws Rejection `invalid_request` */
export const assertNoFormatOption = (fields: Readonly<Record<string, unknown>>): void => {
  const misplaced = formatOptions.find((name) => Object.hasOwn(fields, name));
  if (misplaced === undefined) return;
  throw new Rejection('invalid_request', {
    details: { [misplaced]: [`belongs into format_options, as JSON: {"${misplaced}": …}`] },
  });
};

/** The options among the fields of an upload. @throws Rejection `invalid_request` for wrong `format_options` */
export const optionsOfForm = (fields: UploadDocumentFields): WantedOptions => ({
  domain: fields.domain,
  glossaryId: fields.glossary_id,
  quality: fields.quality,
  preserveLayout: flag(fields.preserve_layout),
  preserveImages: flag(fields.preserve_images),
  translateHeaders: flag(fields.translate_headers),
  translateAltText: flag(fields.translate_alt_text),
  translateComments: flag(fields.translate_comments),
  pageRange: fields.page_range,
  ...readFormatOptionsOfForm(fields.format_options, 'format_options'),
});
