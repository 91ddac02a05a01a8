/** A transformation of the plane, as PDF and IDML write it. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** First `one`, then `other`. */
export const multiply = (one: Matrix, other: Matrix): Matrix => {
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
};

/** Undefined for a matrix that leaves no area. */
export const invert = ([a, b, c, d, e, f]: Matrix): Matrix | undefined => {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
};

export const matrixFrom = (numbers: readonly number[] | undefined): Matrix | undefined =>
  numbers?.length === 6 ? (numbers as unknown as Matrix) : undefined;
