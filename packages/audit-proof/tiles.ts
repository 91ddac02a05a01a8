import { concatBytes } from './bytes.js';

/** Hashes of a full tile, of eight levels (C2SP tlog-tiles). */
export const tileWidth = 256;

/** A tile: 256 hashes of the level 8 × `level`, from the number 256 × `index` on; fewer (`width`) at the end of the tree. */
export interface Tile {
  level: number;
  index: number;
  width: number;
}

const numberPath = (index: number): string => {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
};

const partOf = (width: number): string => (width === tileWidth ? '' : `.p/${width}`);

/** Path of a tile below that of the log: `tile/0/x001/x234/067.p/5`. */
export const tilePath = ({ level, index, width }: Tile): string => `tile/${level}/${numberPath(index)}${partOf(width)}`;

/** Path of the bundle of entries whose hashes the tile of level 0 has. */
export const bundlePath = ({ index, width }: Omit<Tile, 'level'>): string =>
  `tile/entries/${numberPath(index)}${partOf(width)}`;

const numberOf = (path: string): number | undefined => {
  const index = Number(path.replaceAll(/[x/]/g, ''));
  return Number.isSafeInteger(index) && numberPath(index) === path ? index : undefined;
};

/** The tile or bundle (`level` undefined) of a path; undefined for any other path. */
export const parseTilePath = (
  path: string,
): { level: number | undefined; index: number; width: number } | undefined => {
  const [, level = '', number = '', part] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const index = numberOf(number);
  const width = part === undefined ? tileWidth : Number(part);
  if (index === undefined || width > tileWidth || (part !== undefined && width === tileWidth)) return undefined;
  if (level === 'entries') return { level: undefined, index, width };
  return /^(?:0|[1-9]\d?)$/.test(level) && Number(level) < 64 ? { level: Number(level), index, width } : undefined;
};

const maxEntryLength = 0xffff;

/** A bundle: each entry behind its length in two bytes. @throws RangeError for an entry of more than 65,535 bytes */
export const encodeBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > maxEntryLength) throw new RangeError('An entry of a bundle has at most 65,535 bytes');
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );

/** @throws RangeError where the bundle is cut off */
export const decodeBundle = (bundle: Uint8Array): Uint8Array[] => {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
    if (end > bundle.length) throw new RangeError('The bundle is cut off');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
};
