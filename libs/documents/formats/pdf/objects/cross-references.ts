import { FormatError } from '../../format.errors.js';
import { directLength, readObject, readValue } from './pdf-parser.js';
import { Keyword, latin1, PdfTokens } from './pdf-tokens.js';
import { isDictionary, nameOf, numberOf, numbersOf, type PdfDictionary, PdfStream } from './pdf-values.js';

/** Where an object is: at a place of the file, or in an object stream. */
export type ObjectPlace = { offset: number } | { stream: number; index: number };

export interface CrossReferences {
  places: ObjectPlaces;
  trailer: PdfDictionary;
  /** Where the newest section begins; undefined when the file was searched through instead. */
  start?: number;
  /** Whether that section is a stream. */
  isStream: boolean;
}

export const maxObjects = 1_000_000;
const maxSections = 2_000;
const indexRange = 2 ** 20;

/** Places by object number; what is entered first stays. A number each, as there may be many. */
export class ObjectPlaces {
  private readonly places = new Map<number, number>();
  highest = 0;

  get(number: number): ObjectPlace | undefined {
    const place = this.places.get(number);
    if (place === undefined || Number.isNaN(place)) return undefined;
    if (place >= 0) return { offset: place };
    const packed = -place - 1;
    return { stream: Math.floor(packed / indexRange), index: packed % indexRange };
  }

  add(number: number, place: ObjectPlace | undefined): void {
    if (this.places.has(number)) return;
    if (this.places.size >= maxObjects) throw new FormatError('hostile', 'The file has too many objects.');
    this.set(number, place);
  }

  set(number: number, place: ObjectPlace | undefined): void {
    if (number > this.highest) this.highest = number;
    if (place === undefined) this.places.set(number, Number.NaN);
    else this.places.set(number, 'offset' in place ? place.offset : -(place.stream * indexRange + place.index) - 1);
  }

  /** The numbers of all objects. */
  numbers(): Iterable<number> {
    return this.places.keys();
  }
}

/** The tables that `startxref` leads to; undefined where they are damaged. */
export const readCrossReferences = (
  bytes: Uint8Array,
  streamData: (stream: PdfStream) => Uint8Array,
): CrossReferences | undefined => {
  const tail = latin1(bytes.subarray(Math.max(0, bytes.length - 2048)));
  const start = Number(/startxref\s+(\d{1,12})(?!.*startxref)/s.exec(tail.slice(tail.lastIndexOf('startxref')))?.[1]);
  const places = new ObjectPlaces();
  const waiting = [start];
  const seen = new Set<number>();
  let first: { trailer: PdfDictionary; isStream: boolean } | undefined;
  while (waiting.length > 0) {
    const at = waiting.shift();
    if (at === undefined || !(at >= 0 && at < bytes.length)) {
      if (first) continue;
      return undefined;
    }
    if (seen.has(at)) continue;
    if (seen.size >= maxSections) throw new FormatError('hostile', 'The file has too many revisions.');
    seen.add(at);
    const section = readSection(bytes, at, places, streamData);
    if (!section) return undefined;
    first ??= section;
    for (const key of ['XRefStm', 'Prev']) {
      const next = numberOf(section.trailer.get(key));
      if (next !== undefined) waiting.push(next);
    }
  }
  return first && { places, ...first, start };
};

const readSection = (
  bytes: Uint8Array,
  at: number,
  places: ObjectPlaces,
  streamData: (stream: PdfStream) => Uint8Array,
): { trailer: PdfDictionary; isStream: boolean } | undefined => {
  const tokens = new PdfTokens(bytes, at);
  const word = tokens.next();
  if (word instanceof Keyword && word.word === 'xref') {
    const trailer = readTable(tokens, places);
    return trailer && { trailer, isStream: false };
  }
  const object = readObject(new PdfTokens(bytes, at), directLength);
  if (!(object?.value instanceof PdfStream) || nameOf(object.value.dictionary.get('Type')) !== 'XRef') return undefined;
  return readTableStream(object.value, places, streamData)
    ? { trailer: object.value.dictionary, isStream: true }
    : undefined;
};

const readTable = (tokens: PdfTokens, places: ObjectPlaces): PdfDictionary | undefined => {
  for (;;) {
    const first = tokens.next();
    if (first instanceof Keyword && first.word === 'trailer') {
      const trailer = readValue(tokens);
      return trailer instanceof Map ? trailer : undefined;
    }
    const count = tokens.next();
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    for (let entry = 0; entry < count; entry += 1) {
      const offset = tokens.next();
      const generation = tokens.next();
      const kind = tokens.next();
      if (typeof offset !== 'number' || typeof generation !== 'number' || !(kind instanceof Keyword)) return undefined;
      if (kind.word === 'n' && offset > 0) places.add(first + entry, { offset });
      else if (kind.word === 'f' && offset === 0 && entry === 0 && first === 1) return undefined;
      else places.add(first + entry, undefined);
    }
  }
};

const readTableStream = (
  stream: PdfStream,
  places: ObjectPlaces,
  streamData: (stream: PdfStream) => Uint8Array,
): boolean => {
  const widths = numbersOf(stream.dictionary.get('W'));
  if (!widths || widths.length < 3 || widths.some((width) => width < 0 || width > 8)) return false;
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const size = numberOf(stream.dictionary.get('Size')) ?? 0;
  const ranges = numbersOf(stream.dictionary.get('Index')) ?? [0, size];
  const data = streamData(stream);
  let at = 0;
  const field = (width: number): number => {
    let value = 0;
    for (let byte = 0; byte < width; byte += 1) value = value * 256 + (data[at + byte] ?? 0);
    at += width;
    return value;
  };
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const count = ranges[range + 1] ?? 0;
    for (let entry = 0; entry < count && at < data.length; entry += 1) {
      const kind = kindWidth === 0 ? 1 : field(kindWidth);
      const second = field(secondWidth);
      const third = field(thirdWidth);
      if (kind === 1) places.add(first + entry, { offset: second });
      else if (kind === 2 && third < indexRange) places.add(first + entry, { stream: second, index: third });
      else places.add(first + entry, undefined);
    }
  }
  return true;
};

/** The objects of a file without good tables, found by their first words; the last one of a number counts. */
export const searchObjects = (bytes: Uint8Array): { places: ObjectPlaces; trailers: PdfDictionary[] } => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = new ObjectPlaces();
  const trailers: PdfDictionary[] = [];
  let found = 0;
  for (let at = buffer.indexOf('obj', 0, 'latin1'); at >= 0; at = buffer.indexOf('obj', at + 3, 'latin1')) {
    const before = buffer.toString('latin1', Math.max(0, at - 24), at);
    const match = /(?:^|[^\d.])(\d{1,10})\s{1,4}(\d{1,5})\s{0,4}$/.exec(before);
    if (!match) continue;
    found += 1;
    if (found > maxObjects) throw new FormatError('hostile', 'The file has too many objects.');
    const offset = at - before.length + match.index + match[0].search(/\d/);
    places.set(Number(match[1]), { offset });
  }
  for (let at = buffer.indexOf('trailer', 0, 'latin1'); at >= 0; at = buffer.indexOf('trailer', at + 7, 'latin1')) {
    if (trailers.length >= maxSections) break;
    const trailer = readValue(new PdfTokens(bytes, at + 7));
    if (isDictionary(trailer as PdfDictionary)) trailers.push(trailer as PdfDictionary);
  }
  return { places, trailers };
};
