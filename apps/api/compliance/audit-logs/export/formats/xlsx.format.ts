import { xlsxMediaType } from '#libs/platform/xlsx/write-xlsx.js';
import { xlsxCellsOfEntry, xlsxEntryColumns } from '#libs/reports/xlsx/write-xlsx.js';
import type { EntryTable } from './entry-format.js';

/** The columns of the CSV in a workbook, in which moments are dates and strings are strings. */
export const xlsx: EntryTable = {
  mediaType: xlsxMediaType,
  extension: 'xlsx',
  columns: xlsxEntryColumns,
  namesPeople: true,
  cells: xlsxCellsOfEntry,
};
