import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { FormatDescription } from '#libs/documents/formats/host/format-host.js';
import { faultOfKeyPaths } from '#libs/documents/formats/values/key-paths.js';
import type { FormatOptionName } from '#libs/documents/options/option-catalogue.js';
import type { TranslationRules } from '#libs/documents/options/translation-rules.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { CountedDocument } from './document-inspection.js';

/** Something in a request that was accepted and that its caller should know. */
export interface RequestWarning {
  code: 'option_without_effect' | 'named_otherwise' | 'pages_estimated' | 'nothing_to_translate';
  /** One sentence. */
  message: string;
}

/**
 * A warning for each option that was given and has no effect on files of the format.
 * @throws Rejection `invalid_request` for pages of a format that has none
 */
export const warningsOfOptions = (
  { name, options }: Pick<FormatDescription, 'name' | 'options'>,
  given: readonly FormatOptionName[],
): RequestWarning[] => {
  const without = given.filter((option) => !options.includes(option));
  if (without.includes('page_range')) {
    throw new Rejection('invalid_request', {
      message: `page_range: files of the format ${name} have no pages to choose from.`,
      details: { page_range: [`is not possible for files of the format ${name}`] },
    });
  }
  return without.map((option) => ({
    code: 'option_without_effect',
    message: `The option ${option} has no effect on files of the format ${name}.`,
  }));
};

/** Formats whose keys are told by paths of JSONPath; of others they are names, of which any may be. */
const formatsWithPaths: ReadonlySet<string> = new Set(['json', 'yaml', 'arb', 'properties']);

/** @throws Rejection `invalid_request` for a path to keys that cannot be followed in files of the format */
export const assertRules = ({ name }: Pick<FormatDescription, 'name'>, { keys }: TranslationRules): void => {
  const fault = keys !== undefined && formatsWithPaths.has(name) ? faultOfKeyPaths(keys) : undefined;
  if (fault === undefined) return;
  const field = `format_options.keys.${fault.at}`;
  throw new Rejection('invalid_request', {
    message: `${field}: ${fault.reason}`,
    details: { [field]: [fault.reason] },
  });
};

export const namedOtherwise = ({ name }: Pick<FormatDescription, 'name'>): RequestWarning => ({
  code: 'named_otherwise',
  message: `The file is named as another format; by its content it is of the format ${name}.`,
});

const pagesEstimated: RequestWarning = {
  code: 'pages_estimated',
  message: 'The pages of page_range were told by the page breaks in the file, because it could not be laid out.',
};

const nothingToTranslate: RequestWarning = {
  code: 'nothing_to_translate',
  message:
    'With these options no text of the file is translated: look at page_range, at keys and ocr of format_options, and at what its report says was skipped.',
};

/**
 * Warnings about the text that the options left of a file.
 * @throws Rejection `invalid_request` where all pages that were chosen are behind the last one
 */
export const warningsOfText = (
  { isCounted, segmentCount, pageCount, arePagesEstimated }: CountedDocument,
  { pageRange }: FormatOptions,
): RequestWarning[] => {
  if (!isCounted) return [];
  const first = pageRange?.[0]?.from ?? 1;
  // A file that cannot be laid out may say that it has fewer pages than its breaks make.
  if (first > pageCount && (segmentCount === 0 || arePagesEstimated !== true)) {
    const fault = `begins behind the end: the file has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'} (slides or sheets)`;
    throw new Rejection('invalid_request', { details: { page_range: [fault] } });
  }
  return [...(arePagesEstimated === true ? [pagesEstimated] : []), ...(segmentCount === 0 ? [nothingToTranslate] : [])];
};
