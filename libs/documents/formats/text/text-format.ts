import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import type {
  DocumentFormat,
  DocumentSummary,
  ExtractedSegment,
  FileStart,
  FormatOptions,
  MergeOptions,
  MergeSummary,
  OptionName,
  SourceFile,
} from '../format.port.js';
import { readFully } from '../source-file.js';
import { repairTags, sameSegment } from '../tag-repair.js';
import { EncodedOutput } from './encoded-output.js';
import { detectEncoding, type TextEncoding } from './encoding-detection.js';
import { PulledTranslations } from './pulled-translations.js';
import { textOf } from './text-stream.js';
import type { TextPiece, TextWalker, WalkContext } from './text-walker.js';
import { utf8 } from './utf8.codec.js';

export interface TextFormatDefinition {
  name: string;
  mediaType: string;
  extensions: readonly string[];
  options?: readonly OptionName[];
  basedOn?: string;
  recognises?: (start: FileStart) => boolean;
  /** The encoding that the first bytes declare. */
  declaredEncoding?: (head: Uint8Array) => string | undefined;
  /** Whether a translation is UTF-8 whatever its source is, for formats that name their encoding in the file. */
  becomesUtf8?: (options: MergeOptions) => boolean;
  /** `merging`: absent while segments are extracted. */
  walker(context: WalkContext, options: FormatOptions, merging?: MergeOptions): TextWalker;
  /** The walker that puts sources beside translations, where that needs to have seen the file once. */
  bilingualWalker?(context: WalkContext, options: MergeOptions, texts: AsyncIterable<string>): Promise<TextWalker>;
}

const batchSize = 64;

/** A format that is text throughout: its pieces are cut by a walker, its bytes are kept by a lossless codec. */
export const textFormat = ({
  walker,
  bilingualWalker,
  declaredEncoding,
  becomesUtf8,
  options: effective = [],
  ...names
}: TextFormatDefinition): DocumentFormat => ({
  ...names,
  container: 'text',
  options: effective,

  async *extract(file: SourceFile, options: FormatOptions): AsyncGenerator<ExtractedSegment[], DocumentSummary> {
    const encoding = await detectEncoding(file, declaredEncoding);
    const walking = walker({ codec: encoding.codec }, options);
    let batch: ExtractedSegment[] = [];
    for await (const pieces of walk(file, encoding, walking)) {
      for (const piece of pieces) {
        if (typeof piece === 'string') continue;
        batch.push({ role: piece.role, parts: piece.parts });
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
    return walking.summary?.() ?? {};
  },

  async *merge(
    file: SourceFile,
    options: MergeOptions,
    translations: AsyncIterator<Segment, undefined>,
  ): AsyncGenerator<Uint8Array, MergeSummary> {
    const encoding = await detectEncoding(file, declaredEncoding);
    const languages = { source: options.sourceLanguage, target: options.targetLanguage };
    const written = becomesUtf8?.(options) ? utf8 : encoding.codec;
    const context = { codec: written, languages };
    const walking =
      options.includeSource && bilingualWalker
        ? await bilingualWalker(context, options, textOf(file, encoding))
        : walker(context, options, options);
    const output = new EncodedOutput(encoding, written);
    if (encoding.bomLength > 0 && written === encoding.codec) yield await readFully(file, 0, encoding.bomLength);
    const pulled = new PulledTranslations(translations);
    for await (const pieces of walk(file, encoding, walking)) {
      for (const [at, piece] of pieces.entries()) {
        if (typeof piece === 'string') {
          output.copy(piece);
          if (output.isFull) yield* output.ready();
          continue;
        }
        const { above } = piece;
        if (above) output.copy(above.text(await pulled.changes(pieces, at, above.segments)) + above.lead);
        const translation = await pulled.next();
        if (sameSegment(piece.parts, asText(translation))) output.copy(piece.source);
        else output.translated(piece.render(repairTags(piece.parts, writable(translation))));
        if (piece.behind) output.copy(piece.behind());
        if (output.isFull) yield* output.ready();
      }
    }
    yield* output.end();
    return walking.mergeSummary?.() ?? {};
  },
});

async function* walk(file: SourceFile, encoding: TextEncoding, walker: TextWalker): AsyncGenerator<TextPiece[], void> {
  for await (const text of textOf(file, encoding)) yield walker.push(text);
  yield walker.end();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const unwritable = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/** A segment stands on one line in every text format, and holds no character that would make the file binary. */
const writable = (translation: Segment): Segment =>
  translation.map((part): SegmentPart => {
    if (!('text' in part)) return part;
    const text = part.text.replace(/(?<![^\S\t])[^\S\t]*[\r\n\v\f\u0085\u2028\u2029]\s*/g, ' ').replace(unwritable, '');
    return { ...part, text: text.toWellFormed() };
  });
