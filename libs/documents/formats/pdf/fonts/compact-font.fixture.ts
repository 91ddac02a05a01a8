/** An index of a compact font: its items one after the other, with offsets of one byte. */
const indexOf = (items: readonly (string | readonly number[])[]): number[] => {
  const all = items.map((item) => (typeof item === 'string' ? [...Buffer.from(item, 'latin1')] : [...item]));
  if (all.length === 0) return [0, 0];
  const offsets = [1];
  for (const { length } of all) offsets.push((offsets.at(-1) ?? 0) + length);
  return [0, all.length, 1, ...offsets, ...all.flat()];
};

/** A whole number of a dictionary, in five bytes, and its operator. */
const entry = (value: number, operator: number): number[] => [29, 0, 0, value >> 8, value & 255, operator];

/** A compact font with these parts; `encoding` and `charset` are as the format has them. */
export const compactFont = (
  strings: readonly string[],
  charset: readonly number[],
  encoding: readonly number[],
  glyphs: number,
): Uint8Array => {
  const dictionary = (places: readonly [number, number, number]): number[] => [
    // A number that is not whole, in another operator, comes before what matters.
    ...[30, 0x1a, 0x5f, 12, 2],
    ...entry(places[0], 15),
    ...entry(places[1], 16),
    ...entry(places[2], 17),
  ];
  const head = (places: readonly [number, number, number]): number[] => [
    ...[1, 0, 4, 1],
    ...indexOf(['Own']),
    ...indexOf([dictionary(places)]),
    ...indexOf(strings),
    ...indexOf([]),
  ];
  const from = head([0, 0, 0]).length;
  const places = [from, from + charset.length, from + charset.length + encoding.length] as const;
  const drawn = indexOf(Array.from({ length: glyphs }, () => [14]));
  return Uint8Array.from([...head(places), ...charset, ...encoding, ...drawn]);
};
