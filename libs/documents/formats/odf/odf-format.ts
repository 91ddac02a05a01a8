import type {
  DocumentFormat,
  DocumentSummary,
  ExtractedSegment,
  OptionName,
} from '#libs/documents/formats/format.port.js';
import { layoutSummary } from '#libs/documents/formats/layout/paragraph-pages.js';
import { rewrittenPart } from '#libs/documents/formats/opc/rewritten-part.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { type OdfDocument, openDocument } from './odf-document.js';
import { openOdf, type PartKind } from './odf-package.js';
import { unsigning } from './odf-signatures.js';
import type { SheetNames } from './sheets/sheet-names.js';
import { languagesOf, styleRewrite } from './styles/rewrites.js';
import { markedText } from './walk/marked-text.js';
import type { TagRewrite } from './walk/part-blocks.js';
import { editPart, type TranslationSource } from './walk/part-edits.js';

export interface OdfFormatDefinition {
  name: string;
  /** The media type of documents, and that of templates. */
  mediaTypes: readonly [string, string];
  extensions: readonly string[];
  options: readonly OptionName[];
  /** Whether its documents have sheets or slides, which are then their pages; others have pages when laid out. */
  hasPages: boolean;
}

const batchSize = 32;

/** A kind of OpenDocument file (ISO/IEC 26300, 1.0 to 1.3), in a package. */
export const odfFormat = (definition: OdfFormatDefinition): DocumentFormat => ({
  name: definition.name,
  mediaType: definition.mediaTypes[0],
  extensions: definition.extensions,
  container: 'zip',
  options: definition.options,
  recognises: ({ packageType = '' }) => definition.mediaTypes.includes(packageType),

  async *extract(file, options) {
    const document = await openDocument(file, definition, options);
    let batch: ExtractedSegment[] = [];
    for await (const segment of segmentsOf(document)) {
      if (batch.push(segment) < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
    return { ...summaryOf(document, definition), ...(definition.hasPages ? {} : layoutSummary(options)) };
  },

  async *merge(file, options, translations) {
    const document = await openDocument(file, definition, options);
    const next: TranslationSource = async () => {
      const translation = await translations.next();
      if (translation.done) throw new Error('The translations ended before the segments did.');
      return translation.value;
    };
    const languages = languagesOf(options);
    const includesSource = options.includeSource && definition.options.includes('include_source');
    const fitsText = options.preserveLayout && definition.options.includes('preserve_layout');
    const replacesPictures = !options.preserveImages && definition.options.includes('preserve_images');
    if (document.sheetNames !== undefined) await renameSheets(document.sheetNames, next);
    const rewrite = (kind: PartKind): TagRewrite => {
      const style = styleRewrite(kind, options, fitsText);
      return (tag) => document.sheetNames?.rewrite(tag) ?? style?.(tag);
    };
    const signatures = unsigning(document.archive, options);
    yield* copyArchive(document.archive, async (entry) => {
      const unsigned = signatures.rewrite(entry);
      if (unsigned !== undefined) return unsigned;
      const part = document.parts.get(entry);
      return (
        part &&
        rewrittenPart(
          document.archive,
          entry,
          editPart(part.blocks({ rewrite: rewrite(part.kind), languages, includesSource, replacesPictures }), next),
        )
      );
    });
    return { warnings: signatures.warnings };
  },

  ...(definition.hasPages
    ? {}
    : {
        marked: async function* (file) {
          yield* markedText(await openOdf(file, definition.mediaTypes));
        },
      }),
});

async function* segmentsOf(document: OdfDocument): AsyncGenerator<ExtractedSegment, void> {
  const part = document.content.name;
  for (const parts of document.sheetNames?.segments ?? []) yield { role: 'title', parts, part };
  for (const part of document.parts.values()) {
    for await (const { units } of part.blocks()) {
      for (const { role, segments } of units) {
        for (const parts of segments) yield { role, parts, part: part.entry.name };
      }
    }
  }
}

const renameSheets = async (names: SheetNames, next: TranslationSource): Promise<void> => {
  const translations: Segment[] = [];
  for (const _ of names.segments) translations.push(await next());
  names.settle(translations);
};

const summaryOf = ({ omitted, pages }: OdfDocument, { hasPages }: OdfFormatDefinition): DocumentSummary => ({
  ...(hasPages ? { pageCount: Math.max(1, pages.count) } : {}),
  ...(omitted.all.length > 0 ? { skipped: omitted.all } : {}),
});
