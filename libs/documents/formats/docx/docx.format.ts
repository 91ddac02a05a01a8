import type {
  DocumentFormat,
  DocumentSummary,
  ExtractedSegment,
  MergeOptions,
} from '#libs/documents/formats/format.port.js';
import { XmlCodec } from '#libs/documents/formats/xml/xml-codec.js';
import { applyEdits, type XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import { pageCountOf } from './document-properties.js';
import { type DocxPackage, openDocx, partTokens } from './docx-package.js';
import { FieldStack } from './paragraph/fields.js';
import { paragraphUnits } from './paragraph/paragraph-units.js';
import { storyPieces } from './story-blocks.js';
import { editStory, type TranslationSource } from './story-edits.js';
import { relabelLanguage } from './word/language-tags.js';
import { directionChange } from './word/text-direction.js';
import { headingStyles } from './word/word-styles.js';

const batchSize = 32;

/** WordprocessingML in an Office Open XML package (ECMA-376, transitional and strict). */
export const docxFormat: DocumentFormat = {
  name: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extensions: ['docx'],

  async *extract(file, options) {
    const docx = await openDocx(file, options);
    let batch: ExtractedSegment[] = [];
    let characters = 0;
    for await (const segment of segmentsOf(docx)) {
      for (const part of segment.parts) if ('text' in part) characters += part.text.length;
      if (batch.push(segment) < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
    return summaryOf(docx, characters);
  },

  async *merge(file, options, translations) {
    const docx = await openDocx(file, options);
    const next: TranslationSource = async () => {
      const translation = await translations.next();
      if (translation.done) throw new Error('The translations ended before the segments did.');
      return translation.value;
    };
    yield* copyArchive(docx.archive, (entry) => rewritten(docx, entry, editsOf(docx, entry, options, next)));
  },
};

async function* segmentsOf(docx: DocxPackage): AsyncGenerator<ExtractedSegment, void> {
  const { archive, styles } = docx;
  const headings = styles === undefined ? new Set<string>() : await headingStyles(partTokens(archive, styles));
  for (const [entry, role] of docx.stories) {
    const fields = new FieldStack();
    for await (const piece of storyPieces(partTokens(archive, entry))) {
      if (piece.kind !== 'block') continue;
      const context = { role: piece.isInTable && role === 'body' ? 'table' : role, fields, headings } as const;
      for (const { paragraph, role, mirrorOf } of paragraphUnits(piece.element, context)) {
        if (mirrorOf === undefined) yield { role, parts: paragraph.parts };
      }
    }
  }
}

const summaryOf = async ({ archive, properties }: DocxPackage, characters: number): Promise<DocumentSummary> => {
  const pageCount =
    properties === undefined ? undefined : await pageCountOf(partTokens(archive, properties), characters);
  return pageCount === undefined ? {} : { pageCount };
};

const editsOf = (
  { archive, stories, styles, settings }: DocxPackage,
  entry: ZipEntry,
  options: MergeOptions,
  next: TranslationSource,
): AsyncGenerator<XmlEdit, void> | undefined => {
  const relabel = relabelLanguage(options.sourceLanguage, options.targetLanguage);
  const isStory = stories.has(entry);
  if (!isStory && (relabel === undefined || (entry !== styles && entry !== settings))) return undefined;
  const change = directionChange(options.sourceLanguage, options.targetLanguage);
  return editStory(storyPieces(partTokens(archive, entry), relabel), next, change);
};

/**
 * The content of an entry with its edits made, undefined where there are none. The entry is read twice, first to find
 * the edits and, behind that, to make them; so nothing of it is held in memory.
 */
const rewritten = async (
  { archive }: DocxPackage,
  entry: ZipEntry,
  edits: AsyncGenerator<XmlEdit, void> | undefined,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const first = await edits?.next();
  if (edits === undefined || first === undefined || first.done) return undefined;
  async function* all(found: XmlEdit, others: AsyncIterable<XmlEdit>) {
    yield found;
    yield* others;
  }
  const codec = new XmlCodec();
  return codec.encode(applyEdits(codec.decode(archive.read(entry)), all(first.value, edits)));
};
