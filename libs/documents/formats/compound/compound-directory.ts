import { FormatError } from '../format.errors.js';
import type { SourceFile } from '../format.port.js';
import { readFully } from '../source-file.js';

/** A stream or storage at the top of a compound file. */
export interface CompoundEntry {
  name: string;
  /** Bytes of the file that it begins with: its first sector, or the first small one of 64 bytes. */
  head: { start: number; end: number };
}

const headerLength = 512;
const entryLength = 128;
const smallSector = 64;
const maxEntries = 16_384;
const inHeader = 109;
/** Sectors from this number on are marks, such as the end of a chain. */
const marks = 0xfffffffa;
const nothing = 0xffffffff;

const damaged = () => new FormatError('invalid', 'The compound file is cut off or damaged.');

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Sectors of a compound file by number, and where the allocation table says that each chain goes on. */
class Sectors {
  private readonly size: number;

  constructor(
    private readonly file: SourceFile,
    private readonly header: DataView,
  ) {
    const shift = header.getUint16(30, true);
    if (shift !== 9 && shift !== 12) throw damaged();
    this.size = 2 ** shift;
  }

  startOf(sector: number): number {
    return (sector + 1) * this.size;
  }

  headOf(sector: number, size: number): CompoundEntry['head'] {
    const start = this.startOf(sector);
    return { start, end: start + Math.min(size, this.size) };
  }

  /** Small streams stand in small sectors, which all together are one stream that begins at the sector `container`. */
  async smallHeadOf(container: number, number: number, size: number): Promise<CompoundEntry['head']> {
    const at = number * smallSector;
    let sector = container;
    for (let skipped = Math.floor(at / this.size); skipped > 0 && sector < marks; skipped -= 1) {
      sector = await this.after(sector);
    }
    const start = this.startOf(sector) + (at % this.size);
    return { start, end: start + Math.min(size, smallSector) };
  }

  async read(sector: number): Promise<DataView> {
    const start = this.startOf(sector);
    if (start + this.size > this.file.size) throw damaged();
    return viewOf(await readFully(this.file, start, start + this.size));
  }

  async after(sector: number): Promise<number> {
    const perSector = this.size / 4;
    const table = await this.tableSector(Math.floor(sector / perSector));
    return (await this.read(table)).getUint32((sector % perSector) * 4, true);
  }

  /** The first 109 sectors of the table are named in the header, the others in a chain of sectors. */
  private async tableSector(number: number): Promise<number> {
    if (number < inHeader) return this.header.getUint32(76 + number * 4, true);
    const perSector = this.size / 4 - 1;
    let list = this.header.getUint32(68, true);
    for (let skipped = Math.floor((number - inHeader) / perSector); skipped > 0; skipped -= 1) {
      list = (await this.read(list)).getUint32(perSector * 4, true);
    }
    return (await this.read(list)).getUint32(((number - inHeader) % perSector) * 4, true);
  }
}

const directoryOf = async (sectors: Sectors, header: DataView): Promise<DataView[]> => {
  const entries: DataView[] = [];
  for (let sector = header.getUint32(48, true); sector < marks; sector = await sectors.after(sector)) {
    const bytes = await sectors.read(sector);
    for (let at = 0; at < bytes.byteLength; at += entryLength) {
      entries.push(new DataView(bytes.buffer, bytes.byteOffset + at, entryLength));
    }
    if (entries.length > maxEntries) throw new FormatError('hostile', 'The compound file has too many entries.');
  }
  return entries;
};

const nameOf = (entry: DataView): string => {
  const length = Math.max(0, Math.min(64, entry.getUint16(64, true)) - 2);
  return Buffer.from(entry.buffer, entry.byteOffset, length).toString('utf16le');
};

/**
 * Entries at the top of a compound file (MS-CFB); embedded documents have storages of their own.
 * @throws FormatError
 */
export const compoundEntries = async (file: SourceFile): Promise<CompoundEntry[]> => {
  if (file.size < headerLength) throw damaged();
  const header = viewOf(await readFully(file, 0, headerLength));
  const sectors = new Sectors(file, header);
  const smallest = header.getUint32(56, true);
  const directory = await directoryOf(sectors, header);
  const found: CompoundEntry[] = [];
  const seen = new Set<number>();
  const waiting = [directory[0]?.getUint32(76, true) ?? nothing];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entry = directory[number];
    if (number === nothing || seen.has(number) || entry === undefined) continue;
    seen.add(number);
    waiting.push(entry.getUint32(68, true), entry.getUint32(72, true));
    const size = entry.getUint32(120, true);
    const start = entry.getUint32(116, true);
    const head =
      size < smallest
        ? await sectors.smallHeadOf(directory[0]?.getUint32(116, true) ?? nothing, start, size)
        : sectors.headOf(start, size);
    found.push({ name: nameOf(entry), head });
  }
  return found;
};
