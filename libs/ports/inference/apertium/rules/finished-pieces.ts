import { finishTranslation } from '#libs/text/finishing/finish-translation.js';
import type { ContentPart } from '#libs/text/segments/segment-runs.js';
import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import { isWhiteSpace } from '#libs/text/segments/tag-spans.js';
import type { Atom } from '../../units/atom.js';

/** Stands for a fixed atom: the rules neither change it nor judge by it. */
const fixedSign = '\ufffc';

/** A straight mark is kept where it opens a quotation only: the rules see that it does. */
const signOf = ({ kind, text }: ContentPart): string => (kind === 'keep' && text === "'" ? '‘' : fixedSign);

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
      ? { text: signOf(piece.part), isFixed: true }
      : { text: piece.part.text, isFixed: piece.part.text !== ' ' && isWhiteSpace(piece) },
  );
  const source = atoms.map((atom) => (atom.kind === 'fixed' ? signOf(atom.part) : atom.text)).join('');
  const finished = finishTranslation(source, stretches, target);
  return pieces.flatMap((piece, index): TracedPiece[] => {
    const { text, isFixed: isKept } = finished[index] ?? { text: '', isFixed: true };
    if (isKept || text === piece.part.text) return [piece];
    return text === '' ? [] : [{ ...piece, part: { kind: 'text', text } }];
  });
};
