import type { OptionName } from './format.port.js';

/*
 * Traits that the formats of Office Open XML share with the older ones that are read as them. They stand apart from how these are read:
 * the older ones are known in every process, and files are read in threads.
 */

export const wordOptions: readonly OptionName[] = [
  'translate_headers',
  'translate_alt_text',
  'translate_comments',
  'page_range',
  'preserve_images',
  'hidden',
  'include_source',
];

export const workbookOptions: readonly OptionName[] = [
  'translate_headers',
  'translate_alt_text',
  'translate_comments',
  'page_range',
  'preserve_layout',
  'preserve_images',
  'sheet_names',
  'hidden',
  'include_source',
];

export const presentationOptions: readonly OptionName[] = [
  'translate_headers',
  'translate_alt_text',
  'translate_comments',
  'page_range',
  'preserve_layout',
  'preserve_images',
  'hidden',
  'include_source',
];

/** Maximum of sheets in a workbook. */
export const maxSheets = 4096;
