import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions, PageRange, SourceFile } from '#libs/documents/formats/format.port.js';
import { maxSheets } from '#libs/documents/formats/office-traits.js';
import { contentTypesOf, mainPartOf } from '#libs/documents/formats/opc/opc-content-types.js';
import { relationshipsOf, relationshipsPart } from '#libs/documents/formats/opc/opc-relationships.js';
import { openTags } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

/** Content types of workbooks and templates, without and with macros, which all stay what they are. */
export const workbookTypes = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml',
  'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  'application/vnd.ms-excel.template.macroEnabled.main+xml',
]);

export interface Sheet {
  name: string;
  /** Undefined where the workbook names a part that is not there. */
  entry: ZipEntry | undefined;
  isTranslated: boolean;
  isHidden: boolean;
}

/** A part that is read, by the type of its relationship, and the sheet that it belongs to. */
export interface Part {
  entry: ZipEntry;
  type: string;
  sheet?: Sheet;
}

export interface XlsxPackage {
  archive: ZipArchive;
  workbook: ZipEntry;
  sheets: readonly Sheet[];
  /** All parts that matter here, the workbook among them. */
  parts: ReadonlyMap<ZipEntry, Part>;
  visibleSheets: number;
}

const sheetTypes = new Set(['worksheet', 'chartsheet', 'dialogsheet']);
const ofPackage = new Set(['officeDocument', 'core-properties', 'extended-properties', 'extendedProperties']);
const ofWorkbook = new Set([
  'sharedStrings',
  'styles',
  'pivotCacheDefinition',
  'slicerCache',
  'timelineCache',
  ...sheetTypes,
]);
/** The type of a part that holds the relationships of a drawing, the links of its shapes among them. */
export const drawingLinks = 'relationships of a drawing';
const ofSheet = new Set(['table', 'comments', 'threadedComment', 'drawing', 'vmlDrawing', 'ctrlProp']);
const ofDrawing = new Set(['chart', 'chartEx', 'chartUserShapes', 'diagramData', 'diagramDrawing']);

/** @throws FormatError where the file is no workbook of Office Open XML. */
export const openXlsx = async (file: SourceFile, options: FormatOptions): Promise<XlsxPackage> => {
  const archive = await ZipArchive.open(file);
  const main = await mainPartOf(archive);
  const workbook = main === undefined ? undefined : archive.find(main);
  if (workbook === undefined) throw new FormatError('invalid', 'The archive holds no workbook.');
  await checkContentType(archive, workbook.name);
  const targets = new Map((await relationshipsOf(archive, workbook.name)).map(({ id, target }) => [id, target]));
  const sheets: Sheet[] = [];
  let visibleSheets = 0;
  for await (const { local, attributes } of openTags(archive, workbook)) {
    if (local !== 'sheet') continue;
    if (sheets.length === maxSheets)
      throw new FormatError('hostile', `The workbook has more than ${maxSheets} sheets.`);
    const isHidden = /hidden/i.test(attributeOf(attributes, 'state') ?? '');
    if (!isHidden) visibleSheets += 1;
    const page = isHidden ? undefined : visibleSheets;
    const isTranslated = isInRange(page, options.pageRange) && (!isHidden || options.hidden);
    const target = targets.get(attributeOf(attributes, 'id') ?? '');
    const name = attributeOf(attributes, 'name') ?? '';
    sheets.push({ name, entry: target === undefined ? undefined : archive.find(target), isTranslated, isHidden });
  }
  return { archive, workbook, sheets, parts: await partsOf(archive, workbook, sheets), visibleSheets };
};

/** A hidden sheet is on no page. */
const isInRange = (page: number | undefined, range: PageRange | undefined): boolean =>
  range === undefined || (page !== undefined && range.some(({ from, to }) => page >= from && page <= to));

const partsOf = async (
  archive: ZipArchive,
  workbook: ZipEntry,
  sheets: readonly Sheet[],
): Promise<Map<ZipEntry, Part>> => {
  const parts = new Map<ZipEntry, Part>();
  const follow = async (of: string, types: ReadonlySet<string>, sheetOf: (entry: ZipEntry) => Sheet | undefined) => {
    const found: Part[] = [];
    for (const { type, target } of await relationshipsOf(archive, of)) {
      const entry = archive.find(target);
      if (entry === undefined || !types.has(type) || parts.has(entry)) continue;
      const part = { entry, type, sheet: sheetOf(entry) };
      parts.set(entry, part);
      found.push(part);
    }
    return found;
  };
  await follow('', ofPackage, () => undefined);
  const sheetOf = new Map(sheets.map((sheet) => [sheet.entry, sheet]));
  const ofMain = await follow(workbook.name, ofWorkbook, (entry) => sheetOf.get(entry));
  for (const { entry, type, sheet } of ofMain) {
    if (!sheetTypes.has(type)) continue;
    for (const { entry: drawing, type } of await follow(entry.name, ofSheet, () => sheet)) {
      if (type !== 'drawing') continue;
      const links = archive.find(relationshipsPart(drawing.name));
      if (links !== undefined) parts.set(links, { entry: links, type: drawingLinks, sheet });
      for (const { entry: chart } of await follow(drawing.name, ofDrawing, () => sheet)) {
        await follow(chart.name, ofDrawing, () => sheet);
      }
    }
  }
  return parts;
};

export const isSheetTranslated = ({ sheets }: XlsxPackage, name: string | undefined): boolean =>
  sheets.some((sheet) => sheet.isTranslated && sheet.name.toLowerCase() === name?.toLowerCase());

/** The entries of one type, in the order of the archive. */
export const partsOfType = ({ archive, parts }: XlsxPackage, ...types: string[]): Part[] =>
  archive.physicalOrder.flatMap((entry) => {
    const part = parts.get(entry);
    return part && types.includes(part.type) ? [part] : [];
  });

const checkContentType = async (archive: ZipArchive, part: string): Promise<void> => {
  const typeOf = await contentTypesOf(archive);
  if (typeOf === undefined) throw new FormatError('invalid', 'The archive is not an Office document.');
  const type = typeOf(part) ?? '';
  if (type.includes('binary')) throw new FormatError('invalid', 'A binary workbook is not an XLSX file.');
  if (!workbookTypes.has(type)) throw new FormatError('invalid', 'The archive holds another kind of document.');
};
