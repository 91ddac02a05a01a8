/**
 * A place in the log of all events: opaque, compared only here. Engines write positions so that their
 * text sorts as they compare (a zero-padded counter, or a padded commit/prepare pair), so a read model
 * can keep one in a `text COLLATE "C"` column. The text of one engine always has the same length, and of two engines never.
 */
export type Position = string & { readonly __brand: 'Position' };

/** Position before the first event, in every engine. */
export const START = '' as Position;

export const comparePositions = (a: Position, b: Position): number => (a < b ? -1 : a > b ? 1 : 0);

export const isAtOrAfter = (a: Position, b: Position): boolean => a >= b;

/** Whether two places can be of the same engine; `START` is a place in each. */
export const areOfOneEngine = (a: Position, b: Position): boolean =>
  a === START || b === START || a.length === b.length;
