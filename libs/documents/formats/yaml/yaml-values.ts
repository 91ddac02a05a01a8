import { PlacedText } from '../values/placed-text.js';
import type { DataValue } from '../values/value-pieces.js';
import { decodeScalar, type ScalarStyle } from '../values/yaml-scalar.js';

const isBlank = (sign: string | undefined): boolean => sign === ' ' || sign === '\t';
const isLineEnd = (sign: string | undefined): boolean => sign === '\n' || sign === '\r';

const escapeSequence = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r\n|[\s\S])/y;

/** The signs that a scalar of a style does not have as they are read: line breaks, and what begins an escape. */
const signs: Readonly<Record<ScalarStyle, RegExp>> = {
  plain: /[\n\r]/g,
  single: /[\n\r']/g,
  double: /[\n\r\\]/g,
};

/** The content of a plain or quoted scalar, with its lines folded: one line break is a space, several are one less. */
export const flowValue = (raw: string, style: ScalarStyle): DataValue => {
  const next = (from: number): number => {
    signs[style].lastIndex = from;
    return signs[style].exec(raw)?.index ?? raw.length;
  };
  let found = next(0);
  if (found === raw.length) return { raw, text: raw };
  const text = new PlacedText(raw);
  let at = 0;
  for (; found < raw.length; found = next(at)) {
    if (isLineEnd(raw[found])) {
      const start = spaceStart(raw, at, found);
      const end = spaceEnd(raw, found);
      const breaks = breaksIn(raw.slice(start, end));
      text.copy(at, start);
      text.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), start);
      at = end;
    } else if (style === 'single') {
      text.copy(at, found + 1);
      at = Math.min(found + 2, raw.length);
    } else {
      escapeSequence.lastIndex = found;
      const [sequence] = escapeSequence.exec(raw) ?? ['\\'];
      const isLineBreak = isLineEnd(sequence[1]);
      text.copy(at, found);
      if (!isLineBreak) text.add(decodeScalar(sequence, style), found);
      at = found + sequence.length;
      if (isLineBreak) at = spaceEnd(raw, at);
    }
  }
  text.copy(at, raw.length);
  return text.value();
};

const spaceStart = (raw: string, from: number, to: number): number => {
  let at = to;
  while (at > from && isBlank(raw[at - 1])) at -= 1;
  return at;
};

const spaceEnd = (raw: string, from: number): number => {
  let at = from;
  while (isBlank(raw[at]) || isLineEnd(raw[at])) at += 1;
  return at;
};

const breaksIn = (space: string): number => space.match(/\r\n|[\n\r]/g)?.length ?? 0;

/** The content of a block scalar; in a folded one, lines that stand together are one. */
export const blockValue = (raw: string, header: string): DataValue => {
  const text = new PlacedText(raw);
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
    text.copy(place + start, place + end);
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
  return text.value();
};

/** Raw text of one segment of a block scalar. */
export const decodeBlock = (raw: string): string => raw.replace(/(?:\r\n|[\n\r]) */g, ' ');
