import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { isInRange, LaidOutPages } from '#libs/documents/formats/layout/paragraph-pages.js';
import { relationshipsOf } from '#libs/documents/formats/opc/opc-relationships.js';
import { openTags, partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { type StoryBlock, storyPieces } from '../story-blocks.js';
import { isWord } from '../word/word-names.js';
import { BreakPages } from './break-pages.js';

/** Notes, comments, charts and diagrams of one document. */
const maxReferences = 100_000;
const relationshipNamespace = /\/officeDocument\/(?:2006\/)?relationships$/;
const reference = /^(footnote|endnote|comment)Reference$/;

/** Whether a block of a story is to be translated. */
export type BlockFilter = (block: StoryBlock) => boolean;

/** Filters of a page range for the body of a document, for its notes and comments, and for its parts. */
export interface DocumentRange {
  /** Told anew for each walk through the body, whose blocks are asked in their order. */
  bodyFilter(): BlockFilter;
  /** For notes and comments: they belong to the text that refers to them. */
  noteFilter: BlockFilter;
  hasPart(entry: ZipEntry): boolean;
}

/** Finds what belongs to the pages of a range; undefined where there is no range. */
export const documentRange = async (
  archive: ZipArchive,
  document: ZipEntry,
  options: Pick<FormatOptions, 'pageRange' | 'pagination'>,
): Promise<DocumentRange | undefined> => {
  const { pageRange, pagination } = options;
  if (pageRange === undefined) return undefined;
  const bodyFilter = (): BlockFilter => {
    if (pagination === undefined) {
      const pages = new BreakPages();
      return ({ element }) => isInRange(pages.next(element), pageRange);
    }
    const pages = new LaidOutPages(pagination.places);
    return () => isInRange(pages.next(), pageRange);
  };
  const references = new References();
  const isTranslated = bodyFilter();
  for await (const piece of storyPieces(partTokens(archive, document))) {
    if (piece.kind === 'block' && isTranslated(piece)) references.collect(piece.element);
  }
  const parts = await partsOf(archive, document, references.relationships);
  return {
    bodyFilter,
    noteFilter: ({ note }) => note !== undefined && references.notes.has(note),
    hasPart: (entry) => parts.has(entry.name),
  };
};

class References {
  /** The kind and the id of each: `footnote 2`. */
  readonly notes = new Set<string>();
  readonly relationships = new Set<string>();

  collect(element: XmlElement): void {
    const [, kind] = isWord(element) ? (reference.exec(element.local) ?? []) : [];
    if (kind !== undefined) this.notes.add(`${kind} ${attributeOf(element.attributes, 'id')}`);
    for (const { uri, value } of element.attributes) if (relationshipNamespace.test(uri)) this.relationships.add(value);
    if (this.notes.size + this.relationships.size > maxReferences) {
      throw new FormatError('hostile', 'The document has too many notes or objects.');
    }
    for (const child of elementsOf(element)) this.collect(child);
  }
}

/** The names of the parts that are referred to, and of the drawings that diagrams among them are shown as. */
const partsOf = async (archive: ZipArchive, document: ZipEntry, ids: ReadonlySet<string>): Promise<Set<string>> => {
  const all = await relationshipsOf(archive, document.name);
  const named = new Set(ids);
  for (const { id, type, target } of all) {
    const entry = type === 'diagramData' && ids.has(id) ? archive.find(target) : undefined;
    if (entry === undefined) continue;
    for await (const { local, attributes } of openTags(archive, entry)) {
      if (local === 'dataModelExt') named.add(attributeOf(attributes, 'relId') ?? '');
    }
  }
  return new Set(all.filter(({ id }) => named.has(id)).map(({ target }) => archive.find(target)?.name ?? target));
};
