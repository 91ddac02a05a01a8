import type { FormatOptions, SourceFile } from '#libs/documents/formats/format.port.js';
import { openTags, partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { odfName } from './odf-names.js';
import { openOdf, type PartKind } from './odf-package.js';
import { SheetNames } from './sheets/sheet-names.js';
import { StyleBook } from './styles/style-book.js';
import { OmittedTexts } from './walk/omissions.js';
import { PageCount } from './walk/page-count.js';
import { type PartBlock, partBlocks, type TagRewrite } from './walk/part-blocks.js';
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
  { mediaTypes, hasPages }: { mediaTypes: readonly string[]; hasPages: boolean },
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
  const partOf = (entry: ZipEntry, kind: PartKind): OdfPart => ({
    entry,
    kind,
    async *blocks(writing) {
      const book = new StyleBook(kind === 'object' ? undefined : common);
      const isText = kind === 'content' && !hasPages;
      const textPages = isText && options.pageRange ? new TextPages(options.pageRange, options, book) : undefined;
      const scopes = new Scopes(options, book, kind === 'content' ? pages : new PageCount(), textPages);
      const isInRange = kind === 'object' && survey.objects.has(entry.name.slice(0, entry.name.lastIndexOf('/')));
      const scope: Scope =
        isInRange || isText ? { role: 'body' } : kind === 'meta' ? { ...shared, role: 'title' } : shared;
      const context = { scopes, book, omitted, part: entry.name, ...writing };
      const walk = { scope, scopes, book, rewrite: writing?.rewrite, framesAreBlocks: writing?.replacesPictures };
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
  };
};

/** The styles that all parts of a document can use. */
const commonStyles = async (archive: ZipArchive, styles: ZipEntry | undefined): Promise<StyleBook> => {
  const book = new StyleBook();
  if (styles === undefined) return book;
  for await (const tag of openTags(archive, styles)) {
    if (odfName(tag) === 'office:automatic-styles') break;
    book.read(tag);
  }
  return book;
};
