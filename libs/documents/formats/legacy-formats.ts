import type { ConvertedFormat, OptionName } from './format.port.js';
import { maxSheets, presentationOptions, wordOptions, workbookOptions } from './office-traits.js';

/** LibreOffice writes no alternative texts in the formats of 1997. */
const kept = (options: readonly OptionName[]): OptionName[] =>
  options.filter((option) => option !== 'translate_alt_text');

/** Office documents of 1997 to 2003, which are read and written by way of the formats that came after them. */
export const legacyFormats: readonly ConvertedFormat[] = [
  {
    name: 'doc',
    mediaType: 'application/msword',
    extensions: ['doc', 'dot'],
    container: 'compound',
    readAs: 'odt',
    readElseAs: 'docx',
    options: kept(wordOptions),
    recognises: ({ packageType }) => packageType === 'WordDocument',
  },
  {
    name: 'xls',
    mediaType: 'application/vnd.ms-excel',
    extensions: ['xls', 'xlt'],
    container: 'compound',
    readAs: 'xlsx',
    readElseAs: 'ods',
    options: kept(workbookOptions),
    maxPages: maxSheets,
    recognises: ({ packageType }) => packageType === 'Workbook' || packageType === 'Book',
  },
  {
    name: 'ppt',
    mediaType: 'application/vnd.ms-powerpoint',
    extensions: ['ppt', 'pot', 'pps'],
    container: 'compound',
    readAs: 'odp',
    readElseAs: 'pptx',
    options: kept(presentationOptions),
    recognises: ({ packageType }) => packageType === 'PowerPoint Document',
  },
];
