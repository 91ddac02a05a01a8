import type { PieceTrie } from './piece-trie.js';

/** The sign that stands for a space in pieces, in UTF-8. */
const spaceSign = [0xe2, 0x96, 0x81] as const;
const space = 0x20;
const replacement = Uint8Array.of(0xef, 0xbf, 0xbd);
const nothing = new Uint8Array(0);

/** Bytes that a rule may write; the longest of Unicode's own has 33. Each character of a text may meet it. */
const maximumReplacement = 1_024;

/** A text in the form of the vocabulary. */
export interface NormalizedText {
  /** UTF-8, with `▁` for spaces. */
  bytes: Uint8Array;
  /** For each byte, and for the end, the byte of the text that it came from. */
  origins: Uint32Array;
}

/** Bytes of the character of UTF-8 at a place; 0 where there is no whole one. Surrogates are none. */
export const characterLength = (bytes: Uint8Array, position: number): number => {
  const first = bytes[position] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let index = 1; index < length; index += 1) {
    if (((bytes[position + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  const second = bytes[position + 1] ?? 0;
  const isWrong =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return isWrong ? 0 : length;
};

/**
 * The rules of a vocabulary for characters: a double array (Darts) of what is replaced, and what replaces it, each up to a NUL. Places
 * that lead out of it lead nowhere.
 */
export class CharacterMap {
  private constructor(
    private readonly units: Uint32Array,
    private readonly replacements: Uint8Array,
  ) {}

  /** Calls `refuse` where the rules are not what they say. */
  static read(bytes: Uint8Array, refuse: (reason: string) => never): CharacterMap {
    if (bytes.length === 0) return new CharacterMap(new Uint32Array(0), nothing);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = bytes.length < 4 ? -1 : view.getUint32(0, true);
    if (size < 1_024 || size % 4 !== 0 || size > bytes.length - 4) refuse('has rules for characters that are cut');
    const replacements = bytes.subarray(4 + size);
    if (replacements.at(-1) !== 0) refuse('has rules for characters that do not end');
    for (let begin = 0; begin < replacements.length; ) {
      const end = replacements.indexOf(0, begin);
      if (end - begin > maximumReplacement) refuse(`has a rule that writes ${end - begin} bytes for a character`);
      begin = end + 1;
    }
    const units = Uint32Array.from({ length: size / 4 }, (_, index) => view.getUint32(4 + 4 * index, true));
    if (units.some((unit) => unit >>> 31 === 1 && (unit & 0x7fff_ffff) >= replacements.length))
      refuse('has rules for characters that lead nowhere');
    return new CharacterMap(units, replacements);
  }

  /** The longest rule for the bytes from `position` on: how many it replaces (0 for no rule), and by what. */
  longest(bytes: Uint8Array, position: number): { length: number; by: Uint8Array } {
    const { units } = this;
    let length = 0;
    let value = 0;
    let node = 0;
    let unit = units[0];
    if (unit === undefined) return { length: 0, by: nothing };
    node = (unit >>> 10) << ((unit & 0x200) >>> 6);
    for (let at = position; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      node ^= byte;
      unit = units[node];
      if (unit === undefined || (unit & 0x8000_00ff) !== byte) break;
      node ^= (unit >>> 10) << ((unit & 0x200) >>> 6);
      if ((unit & 0x100) !== 0) {
        const leaf = units[node];
        if (leaf === undefined) break;
        length = at + 1 - position;
        value = leaf & 0x7fff_ffff;
      }
    }
    if (length === 0) return { length, by: nothing };
    return { length, by: this.replacements.subarray(value, this.replacements.indexOf(0, value)) };
  }
}

export interface NormalizerOptions {
  addPrefix: boolean;
  removeExtraSpaces: boolean;
  /** Pieces that are kept as they are. */
  own: PieceTrie;
}

/** Bytes that grow with what rules put in: room that doubles. */
class ByteWriter {
  bytes = new Uint8Array(256);
  origins = new Uint32Array(257);
  length = 0;

  write(byte: number, origin: number): void {
    if (this.length + 1 > this.bytes.length) {
      const bytes = new Uint8Array(2 * this.bytes.length);
      const origins = new Uint32Array(2 * this.bytes.length + 1);
      bytes.set(this.bytes);
      origins.set(this.origins);
      this.bytes = bytes;
      this.origins = origins;
    }
    this.bytes[this.length] = byte;
    this.origins[this.length] = origin;
    this.length += 1;
  }

  writeSpace(origin: number): void {
    for (const byte of spaceSign) this.write(byte, origin);
  }

  endsWithSpace(): boolean {
    return spaceSign.every((byte, index) => this.bytes[this.length - 3 + index] === byte);
  }
}

/**
 * Normalizes a text in UTF-8: rules for characters, spaces at the edges and doubled ones away, `▁` for each space and before the text.
 * Returns undefined where the result has more than `maximum` bytes.
 */
export const normalize = (
  text: Uint8Array,
  map: CharacterMap,
  { addPrefix, removeExtraSpaces, own }: NormalizerOptions,
  maximum: number,
): NormalizedText | undefined => {
  const next = (position: number): { length: number; by: Uint8Array } => {
    const kept = own.longest(text, position);
    if (kept > 0) return { length: kept, by: text.subarray(position, position + kept) };
    const rule = map.longest(text, position);
    if (rule.length > 0) return rule;
    const length = characterLength(text, position);
    if (length === 0) return { length: 1, by: replacement };
    return { length, by: text.subarray(position, position + length) };
  };
  const isSpace = (by: Uint8Array): boolean => by.length === 1 && by[0] === space;

  let position = 0;
  if (removeExtraSpaces) {
    while (position < text.length) {
      const { length, by } = next(position);
      if (!isSpace(by)) break;
      position += length;
    }
  }
  const written = new ByteWriter();
  if (position === text.length) return { bytes: nothing, origins: Uint32Array.of(position) };
  if (addPrefix) written.writeSpace(position);
  let afterSpace = removeExtraSpaces;
  while (position < text.length) {
    const { length, by } = next(position);
    let from = 0;
    while (afterSpace && by[from] === space) from += 1;
    for (let index = from; index < by.length; index += 1) {
      const byte = by[index] ?? 0;
      if (byte === space) written.writeSpace(position);
      else written.write(byte, position);
    }
    if (from < by.length) afterSpace = removeExtraSpaces && by.at(-1) === space;
    position += length;
    if (written.length > maximum) return undefined;
  }
  let { length } = written;
  let end = position;
  while (removeExtraSpaces && length >= 3 && written.endsWithSpace()) {
    length -= 3;
    end = written.origins[length] ?? 0;
    written.length = length;
  }
  const origins = written.origins.slice(0, length + 1);
  origins[length] = end;
  return { bytes: written.bytes.slice(0, length), origins };
};
