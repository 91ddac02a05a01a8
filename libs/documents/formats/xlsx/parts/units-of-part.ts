import { type DrawingWriting, drawingUnits } from '#libs/documents/formats/drawingml/drawing-part.js';
import { CorePropertiesReader } from '#libs/documents/formats/opc/core-properties-reader.js';
import { leftUnits } from '#libs/documents/formats/opc/left-units.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { Book } from '../book.js';
import { drawingLinks, type Part } from '../xlsx-package.js';
import { lookUnits } from './cell-styles.js';
import { commentUnits } from './comments.js';
import { captionUnits } from './control-captions.js';
import { drawnUnits } from './drawings.js';
import { numberFormatUnits } from './number-formats.js';
import { recalculationUnits } from './recalculation.js';
import { referenceUnits } from './references.js';
import { plainStrings, stringUnits } from './shared-strings.js';
import { tableUnits } from './table-texts.js';
import { threadedCommentUnits } from './threaded-comments.js';
import { worksheetUnits } from './worksheet.js';

type Units = AsyncGenerator<TextUnit, void>;

const drawn = new Set(['drawing', 'chart', 'chartEx', 'chartUserShapes', 'diagramData', 'diagramDrawing']);
const charts = new Set(['chart', 'chartEx']);
const { comments, alternativeTexts } = skipReasons;

/** All sheets share the formats of numbers, so that those of a workbook that is translated in part stay. */
const formatContext = ({ options }: Book, part: string): TextContext => ({
  role: 'table',
  part,
  skipReason: options.pageRange === undefined ? undefined : skipReasons.outsideSheet,
});

/** Units of a part that belongs to a sheet: none where that is not translated, and counted where there is a reason to leave them. */
const ofSheet = ({ sheet, entry }: Part, units: Units, reason: SkipReason | undefined): Units | undefined => {
  if (!sheet?.isTranslated) return undefined;
  return reason === undefined ? units : leftUnits(units, entry.name, reason);
};

/** The texts of a part, in their order; undefined for a part without any. */
export const textUnits = (book: Book, entry: ZipEntry, writing: DrawingWriting): Units | undefined => {
  const part = book.xlsx.parts.get(entry);
  if (part === undefined) return undefined;
  const isTranslated = part.sheet?.isTranslated ?? false;
  const { translateComments, translateAltText } = book.options;
  const tokens = () => partTokens(book.xlsx.archive, entry);
  if (drawn.has(part.type)) {
    const { name } = entry;
    return isTranslated ? drawnUnits(book, name, charts.has(part.type), tokens(), writing) : undefined;
  }
  switch (part.type) {
    case 'sharedStrings':
      return stringUnits(book, entry.name, partTokens(book.xlsx.archive, entry, plainStrings));
    case 'worksheet':
    case 'chartsheet':
    case 'dialogsheet':
      if (writing.change === undefined && !book.canChange(part.sheet)) return undefined;
      return worksheetUnits(book, part, tokens(), writing.change);
    case 'comments':
      return ofSheet(part, commentUnits(book, entry.name, tokens()), translateComments ? undefined : comments);
    case 'threadedComment':
      return ofSheet(part, threadedCommentUnits(entry.name, tokens()), translateComments ? undefined : comments);
    case 'vmlDrawing':
      return ofSheet(part, captionUnits(book.xlsx.archive, entry), undefined);
    case 'table':
      return ofSheet(part, tableUnits(book, entry.name, tokens()), translateAltText ? undefined : alternativeTexts);
    case 'styles':
      return numberFormatUnits(tokens(), formatContext(book, entry.name), book.overflows);
    case 'core-properties':
      return drawingUnits(tokens(), new CorePropertiesReader(entry.name), writing);
    default:
      return undefined;
  }
};

/** All sheets share the looks of cells, so that those of a workbook that is translated in part keep their direction. */
export const looksOf = (book: Book, entry: ZipEntry, writing: DrawingWriting): Units | undefined => {
  if (book.xlsx.parts.get(entry)?.type !== 'styles') return undefined;
  const direction = book.options.pageRange === undefined ? writing.change : undefined;
  if (!book.includesSource && direction === undefined) return undefined;
  return lookUnits(partTokens(book.xlsx.archive, entry), { wraps: book.includesSource, direction });
};

const referring =
  /^(?:officeDocument|extended-?properties|table|ctrlProp|pivotCacheDefinition|slicerCache|timelineCache)$/i;

const isReference = ({ type }: Part): boolean => drawn.has(type) || type === drawingLinks || referring.test(type);

/** Changes to what a part says about others, in their order; undefined for a part that says nothing. */
export const referencesOf = (book: Book, entry: ZipEntry): Units | undefined => {
  const part = book.xlsx.parts.get(entry);
  return part && isReference(part) ? referenceUnits(book, part, partTokens(book.xlsx.archive, entry)) : undefined;
};

/** The order to calculate anew in a workbook with new results; undefined for any other part. */
export const recalculationOf = (book: Book, entry: ZipEntry): Units | undefined =>
  book.recalculates && entry === book.xlsx.workbook
    ? recalculationUnits(partTokens(book.xlsx.archive, entry))
    : undefined;
