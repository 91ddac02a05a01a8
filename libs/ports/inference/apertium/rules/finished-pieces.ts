import { finishTranslation } from '#libs/text/finishing/finish-translation.js';
import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import { isWhiteSpace } from '#libs/text/segments/tag-spans.js';
import type { Atom } from '../../units/atom.js';

/** Stands for a fixed atom: the rules neither change it nor judge by it. */
const fixedSign = '\ufffc';

/**
 * Runs the finishing pass over the translation of a unit. It is done before tags are placed and before a stream sends
 * the unit, so texts, streams and documents get the same.
 */
export const finishPieces = (
  pieces: readonly TracedPiece[],
  isFixed: (piece: TracedPiece) => boolean,
  atoms: readonly Atom[],
  target: string,
): TracedPiece[] => {
  const stretches = pieces.map((piece) =>
    isFixed(piece)
      ? { text: fixedSign, isFixed: true }
      : { text: piece.part.text, isFixed: piece.part.text !== ' ' && isWhiteSpace(piece) },
  );
  const source = atoms.map((atom) => (atom.kind === 'fixed' ? fixedSign : atom.text)).join('');
  const finished = finishTranslation(source, stretches, target);
  return pieces.flatMap((piece, index): TracedPiece[] => {
    const { text, isFixed: isKept } = finished[index] ?? { text: '', isFixed: true };
    if (isKept || text === piece.part.text) return [piece];
    return text === '' ? [] : [{ ...piece, part: { kind: 'text', text } }];
  });
};
