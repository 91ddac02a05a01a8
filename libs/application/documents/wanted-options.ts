import { defaultFormatOptions, defaultMergeOptions, type KeyRules } from '#libs/documents/formats/format.port.js';
import type { FormatOptionName } from '#libs/documents/options/option-catalogue.js';
import type { TranslationRules } from '#libs/documents/options/translation-rules.js';
import type { Quality, TranslationOptions } from '#libs/domain/document/document.events.js';
import { generalDomain } from '#libs/domain/euro-voc.js';

/** The options that the caller of a translation gave; each is undefined that was not given. */
export interface WantedOptions {
  domain?: string | undefined;
  glossaryId?: string | undefined;
  quality?: Quality | undefined;
  preserveLayout?: boolean | undefined;
  preserveImages?: boolean | undefined;
  translateHeaders?: boolean | undefined;
  translateAltText?: boolean | undefined;
  translateComments?: boolean | undefined;
  /** Well formed: see `parsePageRange`. */
  pageRange?: string | undefined;
  sheetNames?: boolean | undefined;
  hidden?: boolean | undefined;
  ocr?: boolean | undefined;
  keys?: KeyRules | undefined;
  itsRules?: string | undefined;
}

type NamedOption = Exclude<keyof WantedOptions, 'domain' | 'glossaryId' | 'quality'>;

const names: Readonly<Record<NamedOption, FormatOptionName>> = {
  preserveLayout: 'preserve_layout',
  preserveImages: 'preserve_images',
  translateHeaders: 'translate_headers',
  translateAltText: 'translate_alt_text',
  translateComments: 'translate_comments',
  pageRange: 'page_range',
  sheetNames: 'sheet_names',
  hidden: 'hidden',
  ocr: 'ocr',
  keys: 'keys',
  itsRules: 'its_rules',
};

/** The options that were given and depend on the format, by their names in the API. */
export const givenOptions = (wanted: WantedOptions): FormatOptionName[] =>
  Object.entries(names).flatMap(([field, name]) => (wanted[field as NamedOption] === undefined ? [] : [name]));

type ChosenOptions = Omit<TranslationOptions, 'glossary' | 'rulesBlobId'>;

/** The options of a translation: those that were given, else those of the document's first one, else the defaults. */
export const chosenOptions = (wanted: WantedOptions, first?: TranslationOptions): ChosenOptions => {
  const pageRange = wanted.pageRange ?? first?.pageRange;
  const { preserveLayout, preserveImages, translateHeaders, translateAltText, translateComments, sheetNames, hidden } =
    {
      ...defaultMergeOptions,
      ...defaultFormatOptions,
    };
  return {
    domain: wanted.domain ?? first?.domain ?? generalDomain,
    quality: wanted.quality ?? first?.quality ?? 'balanced',
    preserveLayout: wanted.preserveLayout ?? first?.preserveLayout ?? preserveLayout,
    preserveImages: wanted.preserveImages ?? first?.preserveImages ?? preserveImages,
    translateHeaders: wanted.translateHeaders ?? first?.translateHeaders ?? translateHeaders,
    translateAltText: wanted.translateAltText ?? first?.translateAltText ?? translateAltText,
    translateComments: wanted.translateComments ?? first?.translateComments ?? translateComments,
    ...(pageRange === undefined ? {} : { pageRange }),
    sheetNames: wanted.sheetNames ?? first?.sheetNames ?? sheetNames,
    hidden: wanted.hidden ?? first?.hidden ?? hidden,
    ocr: wanted.ocr ?? first?.ocr ?? false,
  };
};

/** The rules of a translation: each that was given, else that of the document's first translation. */
export const chosenRules = ({ keys, itsRules }: WantedOptions, first: TranslationRules = {}): TranslationRules => ({
  ...first,
  ...(keys === undefined ? {} : { keys }),
  ...(itsRules === undefined ? {} : { itsRules }),
});
