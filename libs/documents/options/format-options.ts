import type { TranslationOptions } from '#libs/domain/document/document.events.js';
import {
  defaultFormatOptions,
  defaultMergeOptions,
  type FormatOptions,
  type MergeOptions,
} from '../formats/format.port.js';
import { parsePageRange } from './page-range.js';
import type { TranslationRules } from './translation-rules.js';

/** The options of a translation that formats get; those that an older event lacks have their defaults. */
export const formatOptionsOf = (
  options: TranslationOptions,
  { keys = defaultFormatOptions.keys, itsRules }: TranslationRules,
): FormatOptions => {
  const pageRange = options.pageRange === undefined ? undefined : parsePageRange(options.pageRange);
  return {
    translateHeaders: options.translateHeaders,
    translateAltText: options.translateAltText ?? defaultFormatOptions.translateAltText,
    translateComments: options.translateComments ?? defaultFormatOptions.translateComments,
    ...(pageRange === undefined ? {} : { pageRange }),
    sheetNames: options.sheetNames ?? defaultFormatOptions.sheetNames,
    hidden: options.hidden ?? defaultFormatOptions.hidden,
    ocr: options.ocr ?? defaultFormatOptions.ocr,
    keys,
    ...(itsRules === undefined ? {} : { itsRules }),
  };
};

interface RequestedTranslation {
  options: TranslationOptions;
  sourceLanguage: string;
  targetLanguage: string;
}

export const mergeOptionsOf = (
  { options, sourceLanguage, targetLanguage }: RequestedTranslation,
  rules: TranslationRules,
  includeSource: boolean,
): MergeOptions => ({
  ...formatOptionsOf(options, rules),
  sourceLanguage,
  targetLanguage,
  preserveLayout: options.preserveLayout,
  preserveImages: options.preserveImages ?? defaultMergeOptions.preserveImages,
  includeSource,
});
