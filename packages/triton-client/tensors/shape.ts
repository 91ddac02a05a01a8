/**
 * Counts the elements of a tensor of this shape; undefined where the shape is invalid. A shape without dimensions is a
 * scalar.
 */
export const elementCount = (shape: readonly number[]): number | undefined => {
  if (!shape.every((dimension) => Number.isSafeInteger(dimension) && dimension >= 0)) return undefined;
  const count = shape.reduce((product, dimension) => product * dimension, 1);
  return Number.isSafeInteger(count) ? count : undefined;
};
