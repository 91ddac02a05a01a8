import type { Segment } from '#libs/text/segments/segment.js';
import type { DocumentSummary, MergeSummary, SegmentRole } from '../format.port.js';
import type { TextCodec } from './text-codec.js';

/** A piece of a text file to be translated. */
export interface SegmentPiece {
  role: SegmentRole;
  parts: Segment;
  /** The characters of the file that it stands for. */
  source: string;
  /** The characters to write for a translation that has every tag of `parts` once, well nested. */
  render(translation: Segment): string;
  /** Characters to write before it. Only while a file is merged. */
  above?: Above;
  /** Further characters to write behind it, where these depend on what was translated. Only while a file is merged. */
  behind?(): string;
}

/** A text before the first of some segments, which depends on how they are translated. */
export interface Above {
  /** The number of the segments, from the one that it belongs to on; all of them are among the same pieces. */
  segments: number;
  /** The text to write, by whether each of the segments is translated otherwise than it was. */
  text(changed: readonly boolean[]): string;
  /** The characters of the file that follow it, up to its segment. */
  lead: string;
}

/** Characters to copy, or a segment. All pieces of a file, one after another, are the file. */
export type TextPiece = string | SegmentPiece;

/** The characters of the file that pieces stand for. */
export const rawTextOf = (pieces: readonly TextPiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join('');

/** The pieces with a text above the first of them, which depends on their segments; without any they stay as they are. */
export const withAbove = (pieces: readonly TextPiece[], text: Above['text']): TextPiece[] => {
  const first = pieces.findIndex((piece) => typeof piece !== 'string');
  const segment = pieces[first];
  if (segment === undefined || typeof segment === 'string') return [...pieces];
  const segments = pieces.filter((piece) => typeof piece !== 'string').length;
  const lead = pieces.slice(0, first).join('');
  return [{ ...segment, above: { segments, text, lead } }, ...pieces.slice(first + 1)];
};

/**
 * Cuts a text into pieces, fed with the text in pieces of any length; the result does not depend on where the
 * input was cut.
 */
export interface TextWalker {
  /** @throws FormatError */
  push(text: string): TextPiece[];
  /** @throws FormatError */
  end(): TextPiece[];
  /** The summary of the text once it has ended. */
  summary?(): DocumentSummary;
  /** The summary of the translation once all of it has been rendered. */
  mergeSummary?(): MergeSummary;
}

export interface WalkContext {
  /** The encoding that the output is written in. */
  codec: TextCodec;
  /** Language tags that name the source language are changed to the target; absent: left alone. */
  languages?: { source: string; target: string };
}
