import { defaultFormatOptions, defaultMergeOptions, type OptionName } from '../formats/format.port.js';

/** Options of a request that depend on the format, by their names in the API. */
export type FormatOptionName = Exclude<OptionName, 'include_source'>;

export interface CataloguedOption {
  type: 'boolean' | 'string' | 'object';
  /** Where it stands in a request: beside the others, or in their field `format_options`. */
  in: 'options' | 'format_options';
  default: unknown;
}

/** All options that depend on the format, in the order in which callers read them. */
export const optionCatalogue: Readonly<Record<FormatOptionName, CataloguedOption>> = {
  preserve_layout: { type: 'boolean', in: 'options', default: defaultMergeOptions.preserveLayout },
  preserve_images: { type: 'boolean', in: 'options', default: defaultMergeOptions.preserveImages },
  translate_headers: { type: 'boolean', in: 'options', default: defaultFormatOptions.translateHeaders },
  translate_alt_text: { type: 'boolean', in: 'options', default: defaultFormatOptions.translateAltText },
  translate_comments: { type: 'boolean', in: 'options', default: defaultFormatOptions.translateComments },
  page_range: { type: 'string', in: 'options', default: null },
  sheet_names: { type: 'boolean', in: 'format_options', default: defaultFormatOptions.sheetNames },
  hidden: { type: 'boolean', in: 'format_options', default: defaultFormatOptions.hidden },
  ocr: { type: 'boolean', in: 'format_options', default: defaultFormatOptions.ocr },
  keys: { type: 'object', in: 'format_options', default: defaultFormatOptions.keys },
  its_rules: { type: 'string', in: 'format_options', default: null },
};
