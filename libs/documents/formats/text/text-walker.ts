import type { Segment } from '#libs/text/segments/segment.js';
import type { SegmentRole } from '../format.port.js';
import type { TextCodec } from './text-codec.js';

/** A piece of a text file to be translated. */
export interface SegmentPiece {
  role: SegmentRole;
  parts: Segment;
  /** The characters of the file that it stands for. */
  source: string;
  /** The characters to write for a translation that has every tag of `parts` once, well nested. */
  render(translation: Segment): string;
}

/** Characters to copy, or a segment. All pieces of a file, one after another, are the file. */
export type TextPiece = string | SegmentPiece;

/**
 * Cuts a text into pieces, fed with the text in pieces of any length; the result does not depend on where the
 * input was cut.
 */
export interface TextWalker {
  /** @throws FormatError */
  push(text: string): TextPiece[];
  /** @throws FormatError */
  end(): TextPiece[];
}

export interface WalkContext {
  /** The encoding that the output is written in. */
  codec: TextCodec;
  /** Language tags that name the source language are changed to the target; absent: left alone. */
  languages?: { source: string; target: string };
}
