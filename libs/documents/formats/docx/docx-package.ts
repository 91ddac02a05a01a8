import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions, SegmentRole, SourceFile } from '#libs/documents/formats/format.port.js';
import { contentTypesOf, mainPartOf } from '#libs/documents/formats/opc/opc-content-types.js';
import { relationshipsOf } from '#libs/documents/formats/opc/opc-relationships.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { type DocumentRange, documentRange } from './pages/page-range.js';

/** Content types of documents and templates, without macros and with them. */
export const documentTypes = new Set([
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  'application/vnd.ms-word.document.macroEnabled.main+xml',
  'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
]);

/** A story holds paragraphs of Word; styles and settings hold language tags. */
export type PartKind = 'story' | 'numbering' | 'chart' | 'diagram' | 'drawing' | 'labels' | 'coreProperties';

export interface DocxPart {
  kind: PartKind;
  role: SegmentRole;
  /** The chart that a drawing lies on. */
  chart?: ZipEntry;
  /** Why nothing in the part is translated. */
  skipReason?: SkipReason | undefined;
}

/** The kinds and roles of parts by their relationship to the document, or to a header, footer, note or comment. */
const related: ReadonlyMap<string, DocxPart> = new Map([
  ['header', { kind: 'story', role: 'header' }],
  ['footer', { kind: 'story', role: 'footer' }],
  ['footnotes', { kind: 'story', role: 'note' }],
  ['endnotes', { kind: 'story', role: 'note' }],
  ['comments', { kind: 'story', role: 'note' }],
  ['chart', { kind: 'chart', role: 'body' }],
  ['chartEx', { kind: 'chart', role: 'body' }],
  ['chartUserShapes', { kind: 'drawing', role: 'body' }],
  ['diagramData', { kind: 'diagram', role: 'body' }],
  ['diagramDrawing', { kind: 'diagram', role: 'body' }],
  ['glossaryDocument', { kind: 'story', role: 'body' }],
  ['numbering', { kind: 'numbering', role: 'body' }],
  ['styles', { kind: 'labels', role: 'body' }],
  ['settings', { kind: 'labels', role: 'body' }],
]);

/** The parts of a document that matter here. */
export interface DocxPackage {
  archive: ZipArchive;
  document: ZipEntry;
  parts: ReadonlyMap<ZipEntry, DocxPart>;
  /** Undefined where all pages are translated. */
  range: DocumentRange | undefined;
  styles?: ZipEntry;
  /** The part that counts pages. */
  properties?: ZipEntry;
}

/** @throws FormatError where the file is no DOCX. */
export const openDocx = async (file: SourceFile, options: FormatOptions): Promise<DocxPackage> => {
  const archive = await ZipArchive.open(file);
  const main = await mainPartOf(archive);
  const document = main === undefined ? undefined : archive.find(main);
  if (main === undefined || document === undefined) throw new FormatError('invalid', 'The archive holds no document.');
  await checkContentType(archive, main);
  const parts = new Map<ZipEntry, DocxPart>([[document, { kind: 'story', role: 'body' }]]);
  await addRelated(archive, document, options, parts);
  const range = await documentRange(archive, document, options);
  let properties: ZipEntry | undefined;
  for (const { type, target } of await relationshipsOf(archive, '')) {
    const entry = archive.find(target);
    if (entry === undefined) continue;
    if (/^extended-?properties$/i.test(type)) properties = entry;
    if (type === 'core-properties') parts.set(entry, { kind: 'coreProperties', role: 'title' });
  }
  const ofMain = await relationshipsOf(archive, main);
  const styles = archive.find(ofMain.find(({ type }) => type === 'styles')?.target ?? '');
  if (range !== undefined) keepOutside(parts, document, range);
  return { archive, document, parts, range, styles, properties };
};

/** Adds the parts that belong to a story or a chart, and those that belong to them; each stays for the reason that its story does. */
const addRelated = async (
  archive: ZipArchive,
  story: ZipEntry,
  options: FormatOptions,
  parts: Map<ZipEntry, DocxPart>,
): Promise<void> => {
  for (const { type, target } of await relationshipsOf(archive, story.name)) {
    const part = related.get(type);
    const entry = archive.find(target);
    if (part === undefined || entry === undefined || parts.has(entry)) continue;
    const skipReason = parts.get(story)?.skipReason ?? skipReasonOf(type, options);
    const chart = part.kind === 'drawing' ? { chart: story } : {};
    parts.set(entry, part.kind === 'labels' ? part : { ...part, ...chart, skipReason });
    if (part.kind === 'story' || part.kind === 'chart') await addRelated(archive, entry, options, parts);
  }
};

/** Headers, footers, building blocks and properties belong to all pages, so they stay; notes stay as far as their references do. */
const keepOutside = (parts: Map<ZipEntry, DocxPart>, document: ZipEntry, range: DocumentRange): void => {
  for (const [entry, part] of parts) {
    const isDecidedInside =
      part.kind === 'story' ? entry === document || part.role === 'note' : range.hasPart(part.chart ?? entry);
    if (part.kind === 'labels' || part.kind === 'coreProperties') parts.delete(entry);
    else if (!isDecidedInside) parts.set(entry, { ...part, skipReason: part.skipReason ?? skipReasons.outsideRange });
  }
};

const skipReasonOf = (type: string, { translateHeaders, translateComments }: FormatOptions): SkipReason | undefined => {
  if ((type === 'header' || type === 'footer') && !translateHeaders) return skipReasons.headers;
  return type === 'comments' && !translateComments ? skipReasons.comments : undefined;
};

const checkContentType = async (archive: ZipArchive, part: string): Promise<void> => {
  const typeOf = await contentTypesOf(archive);
  if (typeOf === undefined) throw new FormatError('invalid', 'The archive is not an Office document.');
  if (!documentTypes.has(typeOf(part) ?? '')) {
    throw new FormatError('invalid', 'The archive holds another kind of document.');
  }
};
