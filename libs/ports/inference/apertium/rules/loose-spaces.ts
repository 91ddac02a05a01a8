import type { TracedPiece } from '#libs/text/segments/tag-placement.js';

const endsBeforeSpace = /[\p{L}\p{M}\p{N}.,;:!?…)\]”’"»]\s*$/u;
const startsAfterSpace = /^\s*[\p{L}\p{N}¿¡(«“‘"]/u;

/**
 * Whether a space that breaks no line has come to stand between words. Before a closing sign or behind an opening one
 * it is a space of the engine, which the rules take away where the source has none.
 */
export const standsBetweenWords = (
  pieces: readonly TracedPiece[],
  at: number,
  isFixed: (piece: TracedPiece) => boolean,
): boolean => {
  const hasText = (piece: TracedPiece): boolean => piece.part.text.trim() !== '';
  const before = pieces.slice(0, at).findLast(hasText);
  const after = pieces.slice(at + 1).find(hasText);
  if (before === undefined || after === undefined) return false;
  return (
    (isFixed(before) || endsBeforeSpace.test(before.part.text)) &&
    (isFixed(after) || startsAfterSpace.test(after.part.text))
  );
};
