import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import type {
  DocumentFormat,
  DocumentSummary,
  ExtractedSegment,
  FormatOptions,
  MergeOptions,
  SourceFile,
} from '../format.port.js';
import { readFully } from '../source-file.js';
import { repairTags, sameSegment } from '../tag-repair.js';
import { EncodedOutput } from './encoded-output.js';
import { detectEncoding, type TextEncoding } from './encoding-detection.js';
import { textOf } from './text-stream.js';
import type { TextPiece, TextWalker, WalkContext } from './text-walker.js';

export interface TextFormatDefinition {
  name: string;
  mediaType: string;
  extensions: readonly string[];
  /** The encoding that the first bytes declare. */
  declaredEncoding?: (head: Uint8Array) => string | undefined;
  walker(context: WalkContext): TextWalker;
}

const batchSize = 64;

/** A format that is text throughout: its pieces are cut by a walker, its bytes are kept by a lossless codec. */
export const textFormat = ({ walker, declaredEncoding, ...names }: TextFormatDefinition): DocumentFormat => ({
  ...names,

  async *extract(file: SourceFile, _options: FormatOptions): AsyncGenerator<ExtractedSegment[], DocumentSummary> {
    const encoding = await detectEncoding(file, declaredEncoding);
    let batch: ExtractedSegment[] = [];
    for await (const pieces of walk(file, encoding, walker({ codec: encoding.codec }))) {
      for (const piece of pieces) {
        if (typeof piece === 'string') continue;
        batch.push({ role: piece.role, parts: piece.parts });
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
    return {};
  },

  async *merge(
    file: SourceFile,
    options: MergeOptions,
    translations: AsyncIterator<Segment, undefined>,
  ): AsyncGenerator<Uint8Array, void> {
    const encoding = await detectEncoding(file, declaredEncoding);
    const languages = { source: options.sourceLanguage, target: options.targetLanguage };
    const output = new EncodedOutput(encoding);
    if (encoding.bomLength > 0) yield await readFully(file, 0, encoding.bomLength);
    for await (const pieces of walk(file, encoding, walker({ codec: encoding.codec, languages }))) {
      for (const piece of pieces) {
        if (typeof piece === 'string') {
          output.copy(piece);
          yield* output.ready();
          continue;
        }
        const { value: translation } = await translations.next();
        if (!translation) throw new Error('The translations ended before the segments of the file');
        if (sameSegment(piece.parts, asText(translation))) output.copy(piece.source);
        else output.translated(piece.render(repairTags(piece.parts, writable(translation))));
        yield* output.ready();
      }
    }
    yield* output.end();
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
    const text = part.text.replace(/[^\S\t]*[\r\n\v\f\u0085\u2028\u2029]+\s*/g, ' ').replace(unwritable, '');
    return { ...part, text: text.toWellFormed() };
  });
