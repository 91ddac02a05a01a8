import { FormatError } from '../../format.errors.js';

const clear = 256;
const end = 257;
const maxCodes = 4096;

/**
 * The bytes of an LZW stream (7.4.4).
 * @throws FormatError `hostile` when they are more than `most`
 */
export const lzwDecode = (bytes: Uint8Array, earlyChange: number, maxLength: number): Uint8Array => {
  const pieces: Uint8Array[] = [];
  let table: Uint8Array[] = [];
  let width = 9;
  let before: Uint8Array | undefined;
  let total = 0;
  let bits = 0;
  let held = 0;
  const reset = (): void => {
    table = Array.from({ length: 258 }, (_, code) => Uint8Array.of(code & 0xff));
    width = 9;
    before = undefined;
  };
  reset();
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >>> held) & ((1 << width) - 1);
    bits &= (1 << held) - 1;
    if (code === end) break;
    if (code === clear) {
      reset();
      continue;
    }
    const entry: Uint8Array | undefined = table[code] ?? (before && append(before, before[0] ?? 0));
    if (entry === undefined) break;
    pieces.push(entry);
    total += entry.length;
    if (total > maxLength) throw new FormatError('hostile', 'A stream of the file is too long when unpacked.');
    if (before !== undefined && table.length < maxCodes) table.push(append(before, entry[0] ?? 0));
    before = entry;
    while (width < 12 && table.length + earlyChange >= 1 << width) width += 1;
  }
  return Buffer.concat(pieces);
};

const append = (bytes: Uint8Array, byte: number): Uint8Array => {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = byte;
  return longer;
};
