import { rawTextOf, type TextPiece, withAbove } from '../text/text-walker.js';

/** Puts the source of pieces before them; of those that have no segment, nothing. */
export type SourceComment = (pieces: readonly TextPiece[]) => TextPiece[];

const isText = (piece: TextPiece): boolean => typeof piece !== 'string';

/** A comment can stand in every content, and no text that a program reads becomes another by it. */
export const sourceComment =
  (language: string): SourceComment =>
  (pieces) => {
    const source = rawTextOf(pieces.slice(pieces.findIndex(isText), pieces.findLastIndex(isText) + 1));
    const text = source
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/-(?=-)/g, '- ');
    return withAbove(pieces, (changed) => (changed.includes(true) ? `<!-- ${language}: ${text} -->` : ''));
  };

export const noComment: SourceComment = (pieces) => [...pieces];
