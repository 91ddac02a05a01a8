import type { Segment } from '#libs/text/segments/segment.js';
import { rawTextOf, type SegmentPiece, type TextPiece } from './text-walker.js';

/** Texts of a file that are written together, not where they stand. */
export interface JointTexts {
  /** The pieces of each text. */
  texts: readonly (readonly TextPiece[])[];
  /** The characters of the file that they stand for. */
  raw: string;
  /** The characters to write, from the texts with their translations. */
  written(texts: readonly string[]): string;
  /** Whether that is written where every translation equals its source, too. */
  isAlwaysWritten: boolean;
}

/** The pieces of texts that are written once the last of their segments has been translated. */
export const jointPieces = ({ texts, raw, written, isAlwaysWritten }: JointTexts): TextPiece[] => {
  const pieces = texts.flat();
  const all = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.source));
  const segments = pieces.filter((piece): piece is SegmentPiece => typeof piece !== 'string');
  let isChanged = isAlwaysWritten;
  const end = (): string => {
    if (!isChanged) return raw;
    let at = 0;
    return written(
      texts.map(({ length }) => {
        at += length;
        return rawTextOf(all.slice(at - length, at));
      }),
    );
  };
  if (segments.length === 0) return [end()];
  const last = segments.at(-1);
  return pieces.flatMap((piece, at): TextPiece[] => {
    if (typeof piece === 'string') return [];
    const render = (translation: Segment): string => {
      all[at] = piece.render(translation);
      isChanged = true;
      return '';
    };
    return [{ ...piece, source: '', render, ...(piece === last ? { behind: end } : {}) }];
  });
};
