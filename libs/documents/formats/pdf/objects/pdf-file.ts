import { FormatError } from '../../format.errors.js';
import type { SourceFile } from '../../format.port.js';
import { fileChunks } from '../../source-file.js';
import { type CrossReferences, type ObjectPlaces, readCrossReferences, searchObjects } from './cross-references.js';
import { type Encryption, encryptionOf, mapStrings } from './encryption.js';
import { UnknownFilter, undoFilters } from './filters.js';
import { directLength, readObject, readValue } from './pdf-parser.js';
import { Keyword, PdfTokens } from './pdf-tokens.js';
import {
  isDictionary,
  nameOf,
  numberOf,
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfValue,
} from './pdf-values.js';

/** Bytes of a file, at most: it is held in memory while it is read. */
export const maxFileSize = 100 * 1024 * 1024;
/** Bytes that all streams of a file may unpack to. */
const maxUnpacked = 2 * 1024 * 1024 * 1024;
const maxCached = 20_000;
const maxCachedStreams = 8;
const maxChain = 32;

/** The objects of a file in memory. */
export class PdfFile {
  private readonly cache = new Map<number, PdfValue>();
  private readonly objectStreams = new Map<number, { data: Uint8Array; offsets: number[] }>();
  private readonly reading = new Set<number>();
  private unpacked = 0;
  /** Objects that stand in for lost ones, by their numbers. */
  private readonly made = new Map<number, PdfValue>();
  private references: CrossReferences;
  private encryption: Encryption | undefined;

  private constructor(readonly bytes: Uint8Array) {
    const references = readCrossReferences(bytes, (stream) => this.streamData(stream));
    this.references = references ?? this.searched();
    if (references !== undefined) {
      this.openEncryption();
      if (!isDictionary(this.dictionary(this.catalogue.get('Pages')))) {
        this.cache.clear();
        this.encryption = undefined;
        this.references = this.searched();
      } else return;
    }
    this.openEncryption();
    this.addFromObjectStreams(this.references.places);
    this.cache.clear();
    if (!this.references.trailer.has('Root')) this.findCatalogue();
    if (!this.dictionary(this.catalogue.get('Pages'))) this.makeCatalogue();
  }

  /** @throws FormatError */
  static async open(file: SourceFile): Promise<PdfFile> {
    if (file.size === 0) throw new FormatError('empty', 'The file is empty.');
    if (file.size > maxFileSize) throw new FormatError('hostile', 'The PDF is larger than 100 MB.');
    const bytes = new Uint8Array(file.size);
    let filled = 0;
    for await (const chunk of fileChunks(file)) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    if (Buffer.from(bytes.buffer, 0, Math.min(1024, bytes.length)).indexOf('%PDF-', 0, 'latin1') < 0)
      throw new FormatError('invalid', 'The file is not a PDF.');
    return new PdfFile(bytes);
  }

  get trailer(): PdfDictionary {
    return this.references.trailer;
  }

  get catalogue(): PdfDictionary {
    return this.dictionary(this.trailer.get('Root')) ?? new Map();
  }

  get crossReferences(): CrossReferences {
    return this.references;
  }

  /** Whether its tables are damaged, so that its objects were found by a search. */
  get isSearched(): boolean {
    return this.references.start === undefined;
  }

  /** A catalogue and a list of pages that stand in for those that a damaged file has lost; none in others. */
  get madeObjects(): ReadonlyMap<number, PdfValue> {
    return this.made;
  }

  get encrypted(): Encryption | undefined {
    return this.encryption;
  }

  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let found = value;
    for (let step = 0; found instanceof PdfReference && step < maxChain; step += 1) found = this.get(found);
    return found instanceof PdfReference ? undefined : found;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    const found = this.resolve(value);
    if (found instanceof PdfStream) return found.dictionary;
    return isDictionary(found) ? found : undefined;
  }

  array(value: PdfValue | undefined): PdfValue[] | undefined {
    const found = this.resolve(value);
    return Array.isArray(found) ? found : undefined;
  }

  number(value: PdfValue | undefined): number | undefined {
    return numberOf(this.resolve(value));
  }

  name(value: PdfValue | undefined): string | undefined {
    return nameOf(this.resolve(value));
  }

  numbers(value: PdfValue | undefined): number[] | undefined {
    const items = this.array(value)?.map((item) => this.number(item));
    return items?.every((item) => item !== undefined) ? items : undefined;
  }

  /**
   * The unpacked bytes of a stream; none where its filters are unknown.
   * @throws FormatError `hostile` for too many
   */
  streamData(stream: PdfStream): Uint8Array {
    const { dictionary, raw, owner } = stream;
    const isPlain =
      owner === undefined ||
      nameOf(dictionary.get('Type')) === 'XRef' ||
      (nameOf(dictionary.get('Type')) === 'Metadata' && this.encryption?.encryptsMetadata === false);
    const listOf = (...keys: string[]): PdfValue[] => {
      const value = keys.map((key) => this.resolve(dictionary.get(key))).find((item) => item !== undefined);
      const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
      return items.map((item) => this.resolve(item) ?? null);
    };
    try {
      const bytes = isPlain ? raw : (this.encryption?.decryptStream(raw, owner) ?? raw);
      const data = undoFilters(bytes, listOf('Filter', 'F'), listOf('DecodeParms', 'DP'));
      this.unpacked += data.length;
      if (this.unpacked > maxUnpacked) throw new FormatError('hostile', 'The file is too long when unpacked.');
      return data;
    } catch (error) {
      if (error instanceof UnknownFilter) return new Uint8Array();
      throw error;
    }
  }

  private get({ number }: PdfReference): PdfValue | undefined {
    const cached = this.cache.get(number);
    if (cached !== undefined) return cached;
    if (this.reading.has(number)) return undefined;
    this.reading.add(number);
    try {
      const value = this.read(number);
      if (value === undefined) return undefined;
      if (this.cache.size >= maxCached) this.cache.clear();
      this.cache.set(number, value);
      return value;
    } finally {
      this.reading.delete(number);
    }
  }

  private read(number: number): PdfValue | undefined {
    const place = this.references?.places.get(number);
    if (!place) return this.made.get(number);
    if ('stream' in place) return this.readPacked(place.stream, place.index);
    const object = readObject(new PdfTokens(this.bytes, place.offset), (length) => this.number(length));
    if (object?.reference.number !== number) return undefined;
    const { encryption } = this;
    if (encryption === undefined) return object.value;
    const decrypted = (value: PdfValue): PdfValue =>
      mapStrings(value, (bytes) => encryption.decryptString(bytes, object.reference));
    if (!(object.value instanceof PdfStream)) return decrypted(object.value);
    const { dictionary, raw, owner } = object.value;
    return new PdfStream(decrypted(dictionary) as PdfDictionary, raw, owner);
  }

  private readPacked(stream: number, index: number): PdfValue | undefined {
    const packed = this.objectStream(stream);
    const offset = packed?.offsets[index * 2 + 1];
    if (!packed || offset === undefined) return undefined;
    const value = readValue(new PdfTokens(packed.data, offset));
    return value instanceof Keyword ? null : value;
  }

  /** An object stream with its pairs of object number and place. */
  private objectStream(number: number): { data: Uint8Array; offsets: number[] } | undefined {
    const known = this.objectStreams.get(number);
    if (known) return known;
    const stream = this.get(new PdfReference(number, 0));
    if (!(stream instanceof PdfStream)) return undefined;
    const data = this.streamData(stream);
    const first = this.number(stream.dictionary.get('First')) ?? 0;
    const count = this.number(stream.dictionary.get('N')) ?? 0;
    const offsets: number[] = [];
    const tokens = new PdfTokens(data, 0, Math.min(first, data.length));
    for (let entry = 0; entry < count; entry += 1) {
      const [of, at] = [tokens.next(), tokens.next()];
      if (typeof of !== 'number' || typeof at !== 'number') break;
      offsets.push(of, first + at);
    }
    if (this.objectStreams.size >= maxCachedStreams) this.objectStreams.clear();
    this.objectStreams.set(number, { data, offsets });
    return { data, offsets };
  }

  private searched(): CrossReferences {
    const { places, trailers } = searchObjects(this.bytes);
    const trailer: PdfDictionary = new Map(trailers.flatMap((found) => [...found]));
    return { places, trailer, isStream: false };
  }

  private addFromObjectStreams(places: ObjectPlaces): void {
    for (const number of [...places.numbers()]) {
      const place = places.get(number);
      if (!place || !('offset' in place)) continue;
      const object = readObject(new PdfTokens(this.bytes, place.offset), directLength);
      if (!(object?.value instanceof PdfStream)) continue;
      const type = nameOf(object.value.dictionary.get('Type'));
      if (type === 'XRef')
        for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
          const value = object.value.dictionary.get(key);
          if (value !== undefined && !this.trailer.has(key)) this.trailer.set(key, value);
        }
      if (type !== 'ObjStm') continue;
      this.openEncryption();
      const packed = this.objectStream(number);
      packed?.offsets.forEach((of, at) => {
        if (at % 2 === 0) places.add(of, { stream: number, index: at / 2 });
      });
    }
  }

  private findCatalogue(): void {
    for (const number of this.references.places.numbers()) {
      const value = this.get(new PdfReference(number, 0));
      if (isDictionary(value) && nameOf(value.get('Type')) === 'Catalog')
        this.trailer.set('Root', new PdfReference(number, 0));
    }
  }

  /** Lists the pages that are left, in the order of their numbers, where what led to them is lost. */
  private makeCatalogue(): void {
    const { places } = this.references;
    const kids = [...places.numbers()]
      .map((number) => new PdfReference(number, 0))
      .filter((reference) => {
        const value = this.resolve(reference);
        return isDictionary(value) && nameOf(value.get('Type')) === 'Page' && value.has('Contents');
      })
      .sort((one, other) => one.number - other.number);
    if (kids.length === 0) return;
    const [root, pages] = [places.highest + 1, places.highest + 2].map((number) => new PdfReference(number, 0)) as [
      PdfReference,
      PdfReference,
    ];
    const make = (reference: PdfReference, type: string, entries: [string, PdfValue][]): void => {
      places.set(reference.number, undefined);
      this.made.set(reference.number, new Map<string, PdfValue>([['Type', new PdfName(type)], ...entries]));
    };
    make(root, 'Catalog', [['Pages', pages]]);
    make(pages, 'Pages', [
      ['Kids', kids],
      ['Count', kids.length],
    ]);
    this.trailer.set('Root', root);
  }

  private openEncryption(): void {
    if (this.encryption) return;
    const dictionary = this.dictionary(this.trailer.get('Encrypt'));
    if (!dictionary) return;
    const first = this.array(this.trailer.get('ID'))?.[0];
    const id = this.resolve(first);
    const resolved: PdfDictionary = new Map(
      [...dictionary].map(([key, value]) => [key, this.resolve(value) ?? null] as const),
    );
    this.cache.clear();
    this.encryption = encryptionOf(resolved, id instanceof PdfString ? id.bytes : new Uint8Array());
  }
}
