import { docxFormat } from './docx/docx.format.js';
import type { ConvertedFormat } from './format.port.js';
import { pptxFormat } from './pptx/pptx.format.js';
import { xlsxFormat } from './xlsx/xlsx.format.js';

/** Office documents of 1997 to 2003, which are read and written by way of the formats that came after them. */
export const legacyFormats: readonly ConvertedFormat[] = [
  {
    name: 'doc',
    mediaType: 'application/msword',
    extensions: ['doc', 'dot'],
    container: 'compound',
    readAs: 'docx',
    readElseAs: 'odt',
    options: docxFormat.options,
    recognises: ({ packageType }) => packageType === 'WordDocument',
  },
  {
    name: 'xls',
    mediaType: 'application/vnd.ms-excel',
    extensions: ['xls', 'xlt'],
    container: 'compound',
    readAs: 'xlsx',
    readElseAs: 'ods',
    options: xlsxFormat.options,
    ...(xlsxFormat.maxPages === undefined ? {} : { maxPages: xlsxFormat.maxPages }),
    recognises: ({ packageType }) => packageType === 'Workbook' || packageType === 'Book',
  },
  {
    name: 'ppt',
    mediaType: 'application/vnd.ms-powerpoint',
    extensions: ['ppt', 'pot', 'pps'],
    container: 'compound',
    readAs: 'pptx',
    readElseAs: 'odp',
    options: pptxFormat.options,
    recognises: ({ packageType }) => packageType === 'PowerPoint Document',
  },
];
