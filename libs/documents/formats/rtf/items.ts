import type { FormattingChange } from './formatting.js';
import type { RtfSegment } from './rtf-segment.js';

/** Bytes to copy, or text; all pieces of a file, one after another, are the file. */
export type RtfPiece = string | RtfSegment | RtfLine;

/** The pieces of a paragraph or of a line of it, and a copy of its source to stand above its translation. */
export interface RtfLine {
  pieces: readonly RtfPiece[];
  /** Those of its pieces that are text of the line itself, at least one. */
  segments: readonly RtfSegment[];
  copy: string;
}

/** One token or more of a paragraph, as its text and formatting see them. */
export type Item =
  /** A stretch without white space, or of white space alone. */
  | TextItem
  | { kind: 'open'; raw: string; look: string; underlines: boolean }
  | { kind: 'close'; raw: string }
  /** Formatting that a reader sees, from here to the end of its group. */
  | {
      kind: 'control';
      raw: string;
      word: string;
      isOff: boolean;
      /** The change of the formatting of characters; undefined for what is none. */
      change: FormattingChange | undefined;
    }
  /** Nothing that a reader sees; `isState`: what follows depends on it. */
  | { kind: 'invisible'; raw: string; isState: boolean }
  /** Something that stands in the text and is no text of it: a field, a picture, hidden text, a bookmark. */
  | { kind: 'single'; raw: string }
  | { kind: 'break'; raw: string }
  /** Something in the text that holds segments of its own: a footnote, a text box. */
  | { kind: 'nested'; pieces: RtfPiece[]; isPicture?: boolean };

export interface TextItem {
  kind: 'text';
  raw: string;
  text: string;
  isBlank: boolean;
  /** Characters that follow `\uN` for readers that do not know it (`\uc`). */
  skip: number;
}
