import { odfFormat } from '#libs/documents/formats/odf/odf-format.js';

/** Spreadsheets in an OpenDocument package. */
export const odsFormat = odfFormat({
  name: 'ods',
  mediaTypes: [
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.spreadsheet-template',
  ],
  extensions: ['ods', 'ots'],
  options: [
    'translate_headers',
    'translate_alt_text',
    'translate_comments',
    'page_range',
    'sheet_names',
    'hidden',
    'preserve_images',
    'include_source',
  ],
  hasPages: true,
  hasSheets: true,
});
