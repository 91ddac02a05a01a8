import type { FormatOptions, SourceFile } from '#libs/documents/formats/format.port.js';
import { openTags, partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { odfName, odfValue } from './odf-names.js';
import { openOdf, type PartKind } from './odf-package.js';
import { cellValue } from './sheets/cell-value.js';
import { SheetNames } from './sheets/sheet-names.js';
import { type MetCell, SheetTerms } from './sheets/sheet-terms.js';
import { StyleBook } from './styles/style-book.js';
import { OmittedTexts } from './walk/omissions.js';
import { PageCount } from './walk/page-count.js';
import { isCell, type PartBlock, partBlocks, type TagRewrite } from './walk/part-blocks.js';
import { type Scope, Scopes } from './walk/scope.js';
import { type Survey, surveyContent } from './walk/survey.js';
import { TextPages } from './walk/text-pages.js';
import { type Unit, type UnitContext, unitsOf } from './walk/units.js';

/** A block of a part with the units in it. */
export interface TextBlock extends PartBlock {
  units: readonly Unit[];
}

/** How a part is written. */
export interface PartWriting extends Pick<UnitContext, 'languages' | 'includesSource' | 'replacesPictures'> {
  rewrite: TagRewrite;
}

export interface OdfPart {
  entry: ZipEntry;
  kind: PartKind;
  blocks(writing?: PartWriting): AsyncIterable<TextBlock>;
}

export interface OdfDocument {
  archive: ZipArchive;
  content: ZipEntry;
  /** In the order in which a merged archive is written, so that no segment has to wait for another. */
  parts: ReadonlyMap<ZipEntry, OdfPart>;
  /** Counted while the parts are read. */
  pages: PageCount;
  omitted: OmittedTexts;
  /** The names of its sheets, where they are to be translated. Their segments come before all others. */
  sheetNames: SheetNames | undefined;
  /** The texts that formulas of a spreadsheet compare with those of cells. Their segments come behind the names. */
  terms: SheetTerms | undefined;
}

const noSurvey: Survey = { sheets: [], objects: new Set() };

const sheetNamesOf = ({ sheets }: Survey): SheetNames =>
  new SheetNames(
    sheets.map(({ name }) => name),
    sheets.filter(({ isTranslated }) => isTranslated).map(({ name }) => name),
  );

/** @throws FormatError where the file is no document of these media types. */
export const openDocument = async (
  file: SourceFile,
  { mediaTypes, hasPages, hasSheets }: { mediaTypes: readonly string[]; hasPages: boolean; hasSheets?: true },
  options: FormatOptions,
): Promise<OdfDocument> => {
  const { archive, parts, content, styles } = await openOdf(file, mediaTypes);
  const common = await commonStyles(archive, styles);
  const omitted = new OmittedTexts();
  const pages = new PageCount(options.pageRange);
  const isSurveyed = options.pageRange !== undefined || options.sheetNames;
  const survey = isSurveyed
    ? await surveyContent(archive, content, common, { options, isLaidOut: !hasPages })
    : noSurvey;
  const shared: Scope = options.pageRange === undefined ? { role: 'body' } : { role: 'body', omission: 'page' };
  async function* cells(): AsyncGenerator<MetCell, void> {
    const book = new StyleBook(common, options.hidden);
    const scopes = new Scopes(options, book, new PageCount(options.pageRange));
    const walk = { scope: shared, scopes, book, cellsAreBlocks: true };
    for await (const { element, scope } of partBlocks(partTokens(archive, content), walk)) {
      const met = isCell(odfName(element)) && scope.role === 'table' ? metCell(element, scope, book) : undefined;
      if (met !== undefined) yield met;
    }
  }
  const terms = hasSheets ? await SheetTerms.of({ archive, content, styles, options, cells }) : undefined;
  const partOf = (entry: ZipEntry, kind: PartKind): OdfPart => ({
    entry,
    kind,
    async *blocks(writing) {
      const book = new StyleBook(kind === 'object' ? undefined : common, options.hidden);
      const isText = kind === 'content' && !hasPages;
      const textPages = isText && options.pageRange ? new TextPages(options.pageRange, options, book) : undefined;
      const scopes = new Scopes(options, book, kind === 'content' ? pages : new PageCount(), textPages);
      const isInRange = kind === 'object' && survey.objects.has(entry.name.slice(0, entry.name.lastIndexOf('/')));
      const scope: Scope =
        isInRange || isText ? { role: 'body' } : kind === 'meta' ? { ...shared, role: 'title' } : shared;
      const ofSheets = kind === 'content' && terms?.terms.hasTerms ? terms : undefined;
      const context = { scopes, book, omitted, part: entry.name, terms: ofSheets, ...writing };
      const walk = {
        ...{ scope, scopes, book, rewrite: writing?.rewrite },
        framesAreBlocks: writing?.replacesPictures,
        cellsAreBlocks: ofSheets !== undefined,
      };
      for await (const block of partBlocks(partTokens(archive, entry), walk)) {
        yield { ...block, units: unitsOf(block.element, block.scope, context) };
      }
    },
  });
  const read = new Map<ZipEntry, OdfPart>();
  for (const [entry, kind] of parts) {
    if (kind !== 'settings' || options.sheetNames) read.set(entry, partOf(entry, kind));
  }
  return {
    archive,
    content,
    parts: read,
    pages,
    omitted,
    sheetNames: options.sheetNames ? sheetNamesOf(survey) : undefined,
    terms,
  };
};

/** The text of a cell, undefined where formulas do not find one that is translated or would be. */
const metCell = (cell: XmlElement, { omission }: Scope, book: StyleBook): MetCell | undefined => {
  const isOutside = omission === 'page';
  const isHidden = omission === 'hidden';
  const isResult = omission === 'formula' && odfValue(cell.attributes, 'office:value-type') === 'string';
  if (omission !== undefined && !isOutside && !isHidden && !isResult) return undefined;
  const value = cellValue(cell, book);
  return value && { text: value.text, isTranslated: omission === undefined, stays: isOutside, isHidden, isResult };
};

/** The styles that all parts of a document can use. */
export const commonStyles = async (archive: ZipArchive, styles: ZipEntry | undefined): Promise<StyleBook> => {
  const book = new StyleBook();
  if (styles === undefined) return book;
  for await (const tag of openTags(archive, styles)) {
    if (odfName(tag) === 'office:automatic-styles') break;
    book.read(tag);
  }
  return book;
};
