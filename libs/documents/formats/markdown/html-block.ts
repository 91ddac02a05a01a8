import { FormatError } from '../format.errors.js';
import type { FormatOptions, MergeOptions, SkippedText } from '../format.port.js';
import { HtmlWalker } from '../html/html.walker.js';
import type { TextPiece, WalkContext } from '../text/text-walker.js';

/** The segments of a block of HTML; one without an element that pages have (a closing tag alone, a component) is copied. */
export const htmlBlockPieces = (
  raw: string,
  context: WalkContext,
  options: FormatOptions,
  merging: MergeOptions | undefined,
): { pieces: TextPiece[]; skipped: readonly SkippedText[] } => {
  const walker = new HtmlWalker(context, options, merging);
  try {
    const pieces = [...walker.push(raw), ...walker.end()];
    return { pieces, skipped: walker.summary().skipped ?? [] };
  } catch (error) {
    if (error instanceof FormatError && error.reason === 'invalid') return { pieces: [raw], skipped: [] };
    throw error;
  }
};
