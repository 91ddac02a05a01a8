import type {
  DocumentFormat,
  DocumentSummary,
  ExtractedSegment,
  FormatOptions,
  FormatWarning,
  MergeOptions,
  SegmentRole,
  SkippedText,
} from '#libs/documents/formats/format.port.js';
import { LeftTexts } from '#libs/documents/formats/left-texts.js';
import { rewrittenPart } from '#libs/documents/formats/opc/rewritten-part.js';
import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import { type XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import { scriptOf } from '#libs/text/languages/script-kind.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { alternativeTextIn } from './alternative-text.js';
import { type IdmlPackage, idmlTokens, idmlType, openIdml } from './idml-package.js';
import { noRewriting, type Rewriting, rewritingFor } from './idml-rewriting.js';
import { ItemBounds, pageOf } from './item-bounds.js';
import { stylePieces, topicPieces } from './shown-names.js';
import { type SegmentPiece, type StoryPiece, segmentsIn } from './story-pieces.js';
import { StoryReader } from './story-reader.js';

const batchSize = 32;

type NextTranslation = () => Promise<Segment>;

/** InDesign Markup Language. */
export const idmlFormat: DocumentFormat = {
  name: 'idml',
  mediaType: idmlType,
  extensions: ['idml'],
  container: 'zip',
  options: ['translate_headers', 'translate_alt_text', 'translate_comments', 'page_range', 'hidden', 'include_source'],
  recognises: ({ packageType }) => packageType === idmlType,

  async *extract(file, options) {
    const idml = await openIdml(file, options);
    let batch: ExtractedSegment[] = [];
    const skipped: SkippedText[] = [];
    for (const [entry, role] of partsOf(idml)) {
      const left = new LeftTexts();
      for await (const pieces of piecesOf(idml, entry, role, options, { rewriting: noRewriting, left })) {
        for (const segment of segmentsIn(pieces)) {
          if (batch.push({ role: segment.role, parts: segment.parts, part: entry.name }) < batchSize) continue;
          yield batch;
          batch = [];
        }
      }
      skipped.push(...left.skipped(entry.name));
    }
    if (batch.length > 0) yield batch;
    return { ...pageCountOf(idml), skipped: [...(await leftStories(idml, options)), ...skipped] };
  },

  async *merge(file, options, translations) {
    const idml = await openIdml(file, options);
    const next: NextTranslation = async () => {
      const { value } = await translations.next();
      if (!value) throw new Error('The translations ended before the segments of the file');
      return asText(value);
    };
    const rewriting = rewritingFor(options);
    const parts = partsOf(idml);
    yield* copyArchive(idml.archive, (entry) => {
      const role = parts.get(entry);
      if (role === undefined) return Promise.resolve(undefined);
      return rewrittenPart(idml.archive, entry, editsOf(idml, entry, role, options, rewriting ?? noRewriting, next));
    });
    return { warnings: fontWarnings(options) };
  },
};

/** InDesign takes no other font for letters that one lacks. */
const fontWarnings = ({ sourceLanguage, targetLanguage }: MergeOptions): FormatWarning[] =>
  scriptOf(sourceLanguage) === scriptOf(targetLanguage)
    ? []
    : [{ code: 'fonts_unchanged', message: unchangedFonts, count: 1 }];

const unchangedFonts =
  'The fonts are those of the source: InDesign shows no letters that a font lacks, so choose fonts that have the script of the translation.';

const partsOf = ({ archive, stories, spreads, styles, map }: IdmlPackage): Map<ZipEntry, SegmentRole> => {
  const parts = new Map<ZipEntry, SegmentRole>();
  for (const entry of archive.physicalOrder) {
    const isNamed = entry === styles || entry === map;
    const role = spreads.has(entry) ? 'alt_text' : isNamed ? 'body' : stories.get(entry);
    if (role !== undefined) parts.set(entry, role);
  }
  return parts;
};

const pageCountOf = ({ pages }: IdmlPackage): Pick<DocumentSummary, 'pageCount'> =>
  pages > 0 ? { pageCount: pages } : {};

/** The texts of stories that stay as a whole. */
const leftStories = async (idml: IdmlPackage, options: FormatOptions): Promise<SkippedText[]> => {
  const skipped: SkippedText[] = [];
  for (const [entry, reason] of idml.leftStories) {
    let count = 0;
    for await (const pieces of piecesOf(idml, entry, 'body', options, { rewriting: noRewriting })) {
      count += [...segmentsIn(pieces)].length;
    }
    if (count > 0) skipped.push({ part: entry.name, reason, count });
  }
  return skipped;
};

interface StoryReading {
  rewriting: Rewriting;
  /** Whether the source stands above its translation. */
  withSource?: boolean;
  /** Counts what stays. */
  left?: LeftTexts;
}

async function* piecesOf(
  { archive, spreads, scope, styles, map }: IdmlPackage,
  entry: ZipEntry,
  role: SegmentRole,
  options: FormatOptions,
  { rewriting, withSource, left }: StoryReading,
): AsyncGenerator<StoryPiece[], void> {
  const reader = new StoryReader(role, options, rewriting, withSource, left);
  const pages = spreads.get(entry);
  const items = new ItemBounds();
  for await (const tokens of idmlTokens(archive, entry)) {
    for (const token of tokens) {
      if (entry === styles || entry === map) {
        const named = entry === map ? topicPieces(token) : stylePieces(token, rewriting);
        if (named.length > 0) yield named;
        continue;
      }
      if (pages && scope) items.read(token);
      const isOutside = pages && scope && !scope.hasPage(pageOf(items.bounds, pages));
      const pieces = pages ? (isOutside ? [] : alternativeTextIn(token)) : reader.read(token);
      if (pieces.length > 0) yield pieces;
    }
  }
}

async function* editsOf(
  idml: IdmlPackage,
  entry: ZipEntry,
  role: SegmentRole,
  options: MergeOptions,
  rewriting: Rewriting,
  next: NextTranslation,
): AsyncGenerator<XmlEdit, void> {
  const reading = { rewriting, withSource: options.includeSource };
  for await (const pieces of piecesOf(idml, entry, role, options, reading)) {
    const translations = new Map<SegmentPiece, Segment>();
    for (const segment of segmentsIn(pieces)) translations.set(segment, await next());
    for (const piece of pieces) {
      const { start, end } = piece;
      if (piece.kind === 'source' || isEdited(piece, translations))
        yield { start, end, text: written(piece, translations) };
    }
  }
}

const isSame = (piece: SegmentPiece, translations: ReadonlyMap<SegmentPiece, Segment>): boolean =>
  sameSegment(piece.parts, translations.get(piece) ?? piece.parts);

const isEdited = (piece: StoryPiece, translations: ReadonlyMap<SegmentPiece, Segment>): boolean =>
  piece.kind === 'source'
    ? piece.isChanged
    : !isSame(piece, translations) ||
      aboveOf(piece, translations) !== '' ||
      piece.source.some((inner) => isEdited(inner, translations));

/** The source that stands before a segment. */
const aboveOf = ({ above }: SegmentPiece, translations: ReadonlyMap<SegmentPiece, Segment>): string =>
  above?.segments.some((segment) => !isSame(segment, translations)) ? above.text : '';

const written = (piece: string | StoryPiece, translations: ReadonlyMap<SegmentPiece, Segment>): string => {
  if (typeof piece === 'string') return piece;
  if (piece.kind === 'source') return piece.text;
  const translation = translations.get(piece) ?? piece.parts;
  const pieces = isSame(piece, translations) ? piece.source : piece.render(repairTags(piece.parts, translation));
  return aboveOf(piece, translations) + pieces.map((inner) => written(inner, translations)).join('');
};
