/** Adds a piece behind others; a string goes on the last one, so that as few stand side by side as can be. */
export const addPiece = <Piece extends object>(pieces: (Piece | string)[], piece: Piece | string): void => {
  const last = pieces.at(-1);
  if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
};
