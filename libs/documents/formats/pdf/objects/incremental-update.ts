import { deflateSync } from 'node:zlib';
import { mapStrings } from './encryption.js';
import type { PdfFile } from './pdf-file.js';
import { serializeValue } from './pdf-serializer.js';
import { type PdfDictionary, PdfName, PdfReference, type PdfValue } from './pdf-values.js';

/**
 * New and changed objects behind the last byte of a file, and a table that leads to them (7.5.6): all that was there
 * stays as it is.
 */
export class IncrementalUpdate {
  private readonly written = new Map<number, { offset: number; generation: number }>();
  private next: number;
  private at: number;
  private chunks: Uint8Array[] = [];

  constructor(private readonly file: PdfFile) {
    this.next = Math.max(file.crossReferences.places.highest, (file.number(file.trailer.get('Size')) ?? 1) - 1) + 1;
    this.at = file.bytes.length;
    const last = file.bytes.at(-1);
    if (last !== 0x0a && last !== 0x0d) this.push(Buffer.from('\n'));
  }

  reserve(): PdfReference {
    this.next += 1;
    return new PdfReference(this.next - 1, 0);
  }

  get isEmpty(): boolean {
    return this.written.size === 0;
  }

  write(reference: PdfReference, value: PdfValue): void {
    this.begin(reference);
    this.push(Buffer.from(`${serializeValue(this.sealed(reference, value))}\nendobj\n`, 'latin1'));
  }

  writeStream(reference: PdfReference, dictionary: PdfDictionary, data: Uint8Array, compressed = true): void {
    const packed = compressed ? deflateSync(data) : data;
    const bytes = this.file.encrypted?.encryptStream(packed, reference) ?? packed;
    const entries: PdfDictionary = new Map(dictionary);
    entries.set('Length', bytes.length);
    if (compressed) entries.set('Filter', new PdfName('FlateDecode'));
    else entries.delete('Filter');
    entries.delete('DecodeParms');
    this.begin(reference);
    this.push(Buffer.from(`${serializeValue(this.sealed(reference, entries))}\nstream\n`, 'latin1'));
    this.push(bytes);
    this.push(Buffer.from('\nendstream\nendobj\n'));
  }

  add(value: PdfValue): PdfReference {
    const reference = this.reserve();
    this.write(reference, value);
    return reference;
  }

  /** Returns the bytes that were written since the last call. */
  take(): Uint8Array[] {
    const taken = this.chunks;
    this.chunks = [];
    return taken;
  }

  /** Writes the table and the trailer. */
  finish(): void {
    const { isStream, start, trailer: old } = this.file.crossReferences;
    const trailer: PdfDictionary = new Map();
    for (const key of ['Root', 'Info', 'ID', 'Encrypt']) {
      const value = old.get(key);
      if (value !== undefined && value !== null) trailer.set(key, value);
    }
    if (start === undefined) this.addWholeFile();
    else trailer.set('Prev', start);
    if (isStream) this.writeTableStream(trailer);
    else this.writeTable(trailer);
  }

  private begin({ number, generation }: PdfReference): void {
    this.written.set(number, { offset: this.at, generation });
    this.push(Buffer.from(`${number} ${generation} obj\n`));
  }

  private push(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.at += bytes.length;
  }

  private sealed(owner: PdfReference, value: PdfValue): PdfValue {
    const { encrypted } = this.file;
    return encrypted ? mapStrings(value, (bytes) => encrypted.encryptString(bytes, owner)) : value;
  }

  /** A file whose tables were damaged gets one that has everything; packed objects are written anew. */
  private addWholeFile(): void {
    const { places } = this.file.crossReferences;
    for (const [number, value] of this.file.madeObjects)
      if (!this.written.has(number)) this.write(new PdfReference(number, 0), value);
    for (const number of places.numbers()) {
      const place = places.get(number);
      if (!place || this.written.has(number)) continue;
      if ('offset' in place) this.written.set(number, { offset: place.offset, generation: 0 });
      else {
        const reference = new PdfReference(number, 0);
        this.write(reference, this.file.resolve(reference) ?? null);
      }
    }
  }

  private writeTable(trailer: PdfDictionary): void {
    const start = this.at;
    const lines = ['xref\n'];
    for (const run of this.runs()) {
      lines.push(`${run[0]?.number ?? 0} ${run.length}\n`);
      for (const { offset, generation } of run)
        lines.push(`${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n\r\n`);
    }
    trailer.set('Size', this.next);
    this.push(
      Buffer.from(`${lines.join('')}trailer\n${serializeValue(trailer)}\nstartxref\n${start}\n%%EOF\n`, 'latin1'),
    );
  }

  private writeTableStream(trailer: PdfDictionary): void {
    const reference = this.reserve();
    const start = this.at;
    this.written.set(reference.number, { offset: start, generation: 0 });
    const runs = this.runs();
    const data = Buffer.alloc(this.written.size * 7);
    let at = 0;
    for (const run of runs)
      for (const { offset, generation } of run) {
        data[at] = 1;
        data.writeUInt32BE(offset, at + 1);
        data.writeUInt16BE(generation, at + 5);
        at += 7;
      }
    const packed = deflateSync(data);
    const dictionary: PdfDictionary = new Map([
      ['Type', new PdfName('XRef')],
      ['Size', this.next],
      ['Index', runs.flatMap((run) => [run[0]?.number ?? 0, run.length])],
      ['W', [1, 4, 2]],
      ['Filter', new PdfName('FlateDecode')],
      ['Length', packed.length],
      ...trailer,
    ] as [string, PdfValue][]);
    this.push(Buffer.from(`${reference.number} 0 obj\n${serializeValue(dictionary)}\nstream\n`, 'latin1'));
    this.push(packed);
    this.push(Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`));
  }

  /** The written objects by number, in runs without a gap. */
  private runs(): { number: number; offset: number; generation: number }[][] {
    const runs: { number: number; offset: number; generation: number }[][] = [];
    let before = -1;
    for (const number of [...this.written.keys()].sort((one, other) => one - other)) {
      const entry = { number, ...(this.written.get(number) ?? { offset: 0, generation: 0 }) };
      if (number === before + 1) runs.at(-1)?.push(entry);
      else runs.push([entry]);
      before = number;
    }
    return runs;
  }
}
