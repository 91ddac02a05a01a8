import type { DataValue } from '../values/value-pieces.js';
import { decodeScalar, type ScalarStyle } from '../values/yaml-scalar.js';

const isBlank = (sign: string | undefined): boolean => sign === ' ' || sign === '\t';
const isLineEnd = (sign: string | undefined): boolean => sign === '\n' || sign === '\r';

/** Builds a text with the place of each of its code units in the file. */
class PlacedText {
  private readonly places: number[] = [];
  private readonly texts: string[] = [];

  add(text: string, place: number, isCopied = false): void {
    for (let at = 0; at < text.length; at += 1) this.places.push(isCopied ? place + at : place);
    this.texts.push(text);
  }

  value(raw: string): DataValue {
    return { raw, text: this.texts.join(''), places: Uint32Array.from([...this.places, raw.length]) };
  }
}

const escapeSequence = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r\n|[\s\S])/y;

/** The content of a plain or quoted scalar, with its lines folded: one line break is a space, several are one less. */
export const flowValue = (raw: string, style: ScalarStyle): DataValue => {
  const text = new PlacedText();
  for (let at = 0; at < raw.length; ) {
    const sign = raw[at] ?? '';
    if (isBlank(sign) || isLineEnd(sign)) {
      const end = spaceEnd(raw, at);
      const breaks = breaksIn(raw.slice(at, end));
      if (breaks === 0) text.add(raw.slice(at, end), at, true);
      else text.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), at);
      at = end;
    } else if (style === 'double' && sign === '\\') {
      escapeSequence.lastIndex = at;
      const found = escapeSequence.exec(raw)?.[0] ?? sign;
      const isLineBreak = isLineEnd(found[1]);
      if (!isLineBreak) text.add(decodeScalar(found, style), at);
      at = isLineBreak ? spaceEnd(raw, at + found.length) : at + found.length;
    } else {
      text.add(sign, at);
      at += style === 'single' && sign === "'" ? 2 : 1;
    }
  }
  return text.value(raw);
};

const spaceEnd = (raw: string, from: number): number => {
  let at = from;
  while (isBlank(raw[at]) || isLineEnd(raw[at])) at += 1;
  return at;
};

const breaksIn = (space: string): number => space.match(/\r\n|[\n\r]/g)?.length ?? 0;

/** The content of a block scalar; in a folded one, lines that stand together are one. */
export const blockValue = (raw: string, header: string): DataValue => {
  const text = new PlacedText();
  const stated = /[1-9]/.exec(header)?.[0];
  const first = /^(?:[ \t]*(?:\r\n|[\n\r]))*( *)/.exec(raw)?.[1]?.length ?? 0;
  const indent = stated === undefined ? first : undefined;
  const isFolded = header.startsWith('>');
  const lines = raw.split(/(?<=\r\n|\r(?!\n)|\n)/);
  let place = 0;
  lines.forEach((line, index) => {
    const space = /^ */.exec(line)?.[0].length ?? 0;
    const start = Math.min(space, indent ?? space);
    const end = line.length - (line.endsWith('\r\n') ? 2 : /[\r\n]$/.test(line) ? 1 : 0);
    text.add(line.slice(start, end), place + start, true);
    const next = lines[index + 1] ?? '';
    const isFold =
      isFolded &&
      end > start &&
      /\S/.test(next) &&
      !isBlank(line[start]) &&
      !isBlank(next[indent ?? next.length - next.trimStart().length]);
    if (end < line.length) text.add(isFold ? ' ' : '\n', place + end);
    place += line.length;
  });
  return text.value(raw);
};

/** Raw text of one segment of a block scalar. */
export const decodeBlock = (raw: string): string => raw.replace(/(?:\r\n|[\n\r]) */g, ' ');
