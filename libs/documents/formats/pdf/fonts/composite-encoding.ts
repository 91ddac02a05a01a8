import type { PdfFile } from '../objects/pdf-file.js';
import { nameOf, type PdfDictionary, PdfStream } from '../objects/pdf-values.js';
import { type CMap, parseCMap } from './cmap.js';

/** How the strings of a composite font are cut into codes, and what is known of these. */
export interface CompositeEncoding {
  isVertical: boolean;
  /** Bytes of the code that begins here. */
  lengthAt(bytes: Uint8Array, at: number): number;
  /** Undefined where only a map that is not at hand tells. */
  cidOf(code: number): number | undefined;
  textOf(bytes: Uint8Array): string | undefined;
}

/** Character sets of the predefined maps, by a part of their names. */
const characterSets: readonly [RegExp, string][] = [
  [/UTF16|UCS2/, 'utf-16be'],
  [/RKSJ/, 'shift_jis'],
  [/GBK|GBpc|^GB-EUC|GB2312/, 'gbk'],
  [/GBK2K/, 'gb18030'],
  [/B5|HKscs/, 'big5'],
  [/KSC/, 'euc-kr'],
  [/^EUC-/, 'euc-jp'],
];

/** Maps whose codes are those of a set of eight bits without the highest one. */
const sevenBitSets: readonly [RegExp, string][] = [
  [/^[HV]$/, 'euc-jp'],
  [/^GB-[HV]$/, 'gbk'],
  [/^KSC-[HV]$/, 'euc-kr'],
];

/** The encoding of a Type 0 font (9.7.5). */
export const compositeEncodingOf = (file: PdfFile, font: PdfDictionary): CompositeEncoding => {
  const value = file.resolve(font.get('Encoding'));
  if (value instanceof PdfStream) {
    const map = parseCMap(file.streamData(value));
    map.base ??= file.name(value.dictionary.get('UseCMap'));
    map.isVertical ||= file.number(value.dictionary.get('WMode')) === 1;
    return embedded(map);
  }
  return predefined(nameOf(value) ?? 'Identity-H');
};

const twoBytes = (bytes: Uint8Array, at: number): number => Math.min(2, bytes.length - at);

const embedded = (map: CMap): CompositeEncoding => {
  const base = map.base === undefined ? undefined : predefined(map.base);
  return {
    isVertical: map.isVertical,
    lengthAt: (bytes, at) => {
      let code = 0;
      for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
        code = code * 256 + (bytes[at + length - 1] ?? 0);
        if (map.codeSpaces.some((range) => range.length === length && code >= range.low && code <= range.high))
          return length;
      }
      return base?.lengthAt(bytes, at) ?? twoBytes(bytes, at);
    },
    cidOf: (code) => {
      const cid = map.lookUp(code);
      return typeof cid === 'number' ? cid : base?.cidOf(code);
    },
    textOf: (bytes) => base?.textOf(bytes),
  };
};

const predefined = (name: string): CompositeEncoding => {
  const isVertical = /(?:^|-)V$/.test(name);
  if (name.startsWith('Identity'))
    return { isVertical, lengthAt: twoBytes, cidOf: (code) => code, textOf: () => undefined };
  const sevenBit = sevenBitSets.find(([pattern]) => pattern.test(name))?.[1];
  if (sevenBit !== undefined) {
    const decoder = new TextDecoder(sevenBit);
    const textOf = (bytes: Uint8Array): string => decoder.decode(bytes.map((byte) => byte | 0x80));
    return { isVertical, lengthAt: twoBytes, cidOf: () => undefined, textOf };
  }
  const set = characterSets.find(([pattern]) => pattern.test(name))?.[1];
  if (set === undefined) return { isVertical, lengthAt: twoBytes, cidOf: () => undefined, textOf: () => undefined };
  const decoder = new TextDecoder(set);
  const isWide = set === 'utf-16be';
  return {
    isVertical,
    lengthAt: (bytes, at) => {
      const byte = bytes[at] ?? 0;
      const isSingle = !isWide && (byte < 0x80 || (set === 'shift_jis' && byte >= 0xa0 && byte < 0xe0));
      const isPair = isWide && (byte & 0xfc) === 0xd8;
      return Math.min(isSingle ? 1 : isPair ? 4 : 2, bytes.length - at);
    },
    cidOf: () => undefined,
    textOf: (bytes) => decoder.decode(bytes),
  };
};
