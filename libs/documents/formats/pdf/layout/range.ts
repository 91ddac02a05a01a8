/** The least and the greatest of numbers, of which a page may have more than a call takes arguments. */
export const rangeOf = (numbers: Iterable<number>): [least: number, greatest: number] => {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
  }
  return [least, greatest];
};
