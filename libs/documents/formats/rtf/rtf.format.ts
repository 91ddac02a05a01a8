import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { FormatError } from '../format.errors.js';
import type { DocumentFormat, ExtractedSegment, FormatOptions, SourceFile } from '../format.port.js';
import { LeftTexts } from '../left-texts.js';
import { fileChunks, inPieces } from '../source-file.js';
import { repairTags, sameSegment } from '../tag-repair.js';
import type { RtfLine, RtfPiece } from './items.js';
import { noRewriting, type Rewriting, rewritingFor } from './rewriting.js';
import { RtfWalker } from './rtf.walker.js';
import type { RtfSegment } from './rtf-segment.js';

const batchSize = 32;

/** Rich Text Format 1.9. */
export const rtfFormat: DocumentFormat = {
  name: 'rtf',
  mediaType: 'application/rtf',
  extensions: ['rtf'],
  container: 'rtf',
  options: [
    'translate_headers',
    'translate_alt_text',
    'translate_comments',
    'hidden',
    'preserve_images',
    'include_source',
  ],
  recognises: () => true,

  async *extract(file, options) {
    let batch: ExtractedSegment[] = [];
    const left = new LeftTexts();
    for await (const pieces of walk(file, options, noRewriting, left)) {
      for (const { role, parts } of segmentsIn(pieces)) {
        if (batch.push({ role, parts }) < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
    return { skipped: left.skipped() };
  },

  async *merge(file, options, translations) {
    for await (const pieces of walk(file, options, rewritingFor(options))) {
      let written = '';
      for (const piece of pieces) written += typeof piece === 'string' ? piece : await translated(piece, translations);
      if (written !== '') yield Buffer.from(written, 'latin1');
    }
    return {};
  },
};

async function* walk(
  file: SourceFile,
  options: FormatOptions,
  rewriting: Rewriting,
  left = new LeftTexts(),
): AsyncGenerator<RtfPiece[], void> {
  if (file.size === 0) throw new FormatError('empty', 'The file is empty.');
  const walker = new RtfWalker(options, rewriting, left);
  for await (const chunk of fileChunks(file)) {
    for (const piece of inPieces(chunk)) yield walker.push(Buffer.from(piece).toString('latin1'));
  }
  yield walker.end();
}

const isLine = (piece: RtfPiece): piece is RtfLine => typeof piece === 'object' && 'copy' in piece;
const isSegment = (piece: RtfPiece): piece is RtfSegment => typeof piece === 'object' && 'parts' in piece;

/** Segments before those that they hold. */
function* segmentsIn(pieces: readonly RtfPiece[]): Generator<RtfSegment, void> {
  for (const piece of pieces) {
    if (isSegment(piece)) yield piece;
    if (typeof piece !== 'string') yield* segmentsIn(isSegment(piece) ? piece.source : piece.pieces);
  }
}

/** The bytes of a piece in translation, with all segments that it holds. */
const translated = async (
  whole: RtfSegment | RtfLine,
  translations: AsyncIterator<Segment, undefined>,
): Promise<string> => {
  const found = new Map<RtfSegment, Segment>();
  for (const inner of segmentsIn([whole])) {
    const { value } = await translations.next();
    if (!value) throw new Error('The translations ended before the segments of the file');
    found.set(inner, asText(value));
  }
  const isChanged = (piece: RtfSegment): boolean => !sameSegment(piece.parts, found.get(piece) ?? piece.parts);
  const write = (piece: RtfPiece, above = ''): string => {
    if (typeof piece === 'string') return piece;
    if (isLine(piece)) {
      const copy = piece.segments.some(isChanged) ? piece.copy : '';
      return piece.pieces.map((inner) => write(inner, inner === piece.segments[0] ? copy : '')).join('');
    }
    const translation = found.get(piece) ?? piece.parts;
    const isKept = above === '' && !isChanged(piece);
    const pieces = isKept ? piece.source : piece.render(repairTags(piece.parts, translation), above);
    return pieces.map((inner) => write(inner)).join('');
  };
  return write(whole);
};
