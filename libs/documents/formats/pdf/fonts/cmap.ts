import { readValue } from '../objects/pdf-parser.js';
import { Keyword, PdfTokens } from '../objects/pdf-tokens.js';
import { PdfName, PdfString, type PdfValue } from '../objects/pdf-values.js';

interface CodeRange {
  low: number;
  high: number;
  length: number;
}

interface MappedRange {
  low: number;
  high: number;
  /** A CID, or text whose last code unit counts up. */
  first: number | string;
}

const maxMappings = 200_000;

/** A character map: how long codes are, and the character or the CID of each (9.7.5, 9.10.3). */
export class CMap {
  readonly codeSpaces: CodeRange[] = [];
  /** The map that this one goes on from. */
  base: string | undefined;
  isVertical = false;
  private readonly single = new Map<number, number | string>();
  private readonly ranges: MappedRange[] = [];
  private sorted = true;

  lookUp(code: number): number | string | undefined {
    const found = this.single.get(code);
    if (found !== undefined) return found;
    if (!this.sorted) {
      this.ranges.sort((one, other) => one.low - other.low);
      this.sorted = true;
    }
    let [from, to] = [0, this.ranges.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.ranges[middle]?.low ?? 0) <= code) from = middle + 1;
      else to = middle;
    }
    const range = this.ranges[from - 1];
    if (!range || code > range.high) return undefined;
    const by = code - range.low;
    if (typeof range.first === 'number') return range.first + by;
    const last = range.first.charCodeAt(range.first.length - 1);
    return range.first.slice(0, -1) + String.fromCharCode(last + by);
  }

  map(code: number, to: number | string): void {
    if (this.single.size < maxMappings) this.single.set(code, to);
  }

  mapRange(low: number, high: number, first: number | string): void {
    if (high < low || this.ranges.length >= maxMappings) return;
    this.ranges.push({ low, high, first });
    this.sorted = false;
  }
}

export const parseCMap = (bytes: Uint8Array): CMap => {
  const map = new CMap();
  const tokens = new PdfTokens(bytes);
  let operands: PdfValue[] = [];
  for (let value = readValue(tokens); value !== undefined; value = readValue(tokens)) {
    if (!(value instanceof Keyword)) {
      if (operands.length < maxMappings) operands.push(value);
      continue;
    }
    apply(map, value.word, operands);
    operands = [];
  }
  return map;
};

const apply = (map: CMap, word: string, operands: readonly PdfValue[]): void => {
  if (word === 'usecmap') map.base = operands.findLast((value) => value instanceof PdfName)?.name;
  else if (word === 'def') {
    const [key, value] = operands.slice(-2);
    if (key instanceof PdfName && key.name === 'WMode') map.isVertical = value === 1;
  } else if (word === 'endcodespacerange')
    inGroups(operands, 2, ([low, high]) => {
      if (low instanceof PdfString && high instanceof PdfString && low.bytes.length <= 4)
        map.codeSpaces.push({ low: codeOf(low), high: codeOf(high), length: low.bytes.length });
    });
  else if (word === 'endbfchar' || word === 'endcidchar')
    inGroups(operands, 2, ([code, to]) => {
      const target = targetOf(to);
      if (code instanceof PdfString && target !== undefined) map.map(codeOf(code), target);
    });
  else if (word === 'endbfrange' || word === 'endcidrange')
    inGroups(operands, 3, ([low, high, to]) => {
      if (!(low instanceof PdfString) || !(high instanceof PdfString)) return;
      if (Array.isArray(to))
        to.forEach((item, at) => {
          const target = targetOf(item);
          if (target !== undefined) map.map(codeOf(low) + at, target);
        });
      else {
        const target = targetOf(to);
        if (target !== undefined && target !== '') map.mapRange(codeOf(low), codeOf(high), target);
      }
    });
};

const inGroups = (operands: readonly PdfValue[], size: number, take: (group: PdfValue[]) => void): void => {
  for (let at = 0; at + size <= operands.length; at += size) take(operands.slice(at, at + size));
};

const codeOf = ({ bytes }: PdfString): number => bytes.reduce((code, byte) => code * 256 + byte, 0);

const bigEndian = new TextDecoder('utf-16be');

const targetOf = (value: PdfValue | undefined): number | string | undefined => {
  if (typeof value === 'number') return value;
  if (!(value instanceof PdfString)) return undefined;
  return value.bytes.length === 1 ? String.fromCharCode(value.bytes[0] ?? 0) : bigEndian.decode(value.bytes);
};
