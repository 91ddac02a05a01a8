import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { readFully } from '#libs/documents/formats/source-file.js';
import { refuseCompoundFile } from '../compound/refuse-compound-file.js';
import {
  type DirectoryLocation,
  damaged,
  flag,
  localHeaderLength,
  locateDirectory,
  method,
  parseDirectory,
  signature,
  viewOf,
  type ZipEntry,
} from './zip.records.js';

export interface ZipLimits {
  entries: number;
  /** Bytes of all entries together, inflated. */
  totalSize: number;
  /** Ratio of inflated to compressed bytes of one entry, from `ratioFloor` inflated bytes on. */
  ratio: number;
  ratioFloor: number;
  directorySize: number;
}

/**
 * 1,970 Office, ODF and IDML files had ratios of 4.3 at the median, 17.5 at p99 and 69 at most. Notes of 19 MB that repeat one
 * paragraph had 228: what is as small as the floor is no bomb.
 */
export const defaultZipLimits: ZipLimits = {
  entries: 10_000,
  totalSize: 2 * 1024 ** 3,
  ratio: 200,
  ratioFloor: 32 * 1024 ** 2,
  directorySize: 32 * 1024 ** 2,
};

const chunkSize = 64 * 1024;

/** Bytes `start` to `end` of a file, a chunk at a time. */
export async function* readRange(file: SourceFile, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  for (let at = start; at < end; at += chunkSize) yield await readFully(file, at, Math.min(at + chunkSize, end));
}

const hostile = (message: string) => new FormatError('hostile', message);

/** A zip archive read from anywhere in the file; holds its directory, never an entry's content. */
export class ZipArchive {
  private readonly byName: ReadonlyMap<string, ZipEntry>;

  private constructor(
    readonly file: SourceFile,
    readonly location: DirectoryLocation,
    readonly directory: Uint8Array,
    /** Entries in the order of the central directory. */
    readonly entries: readonly ZipEntry[],
    /** Entries in the order of their bytes in the file. */
    readonly physicalOrder: readonly ZipEntry[],
    private readonly limits: ZipLimits,
  ) {
    this.byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  /** @throws FormatError */
  static async open(file: SourceFile, limits: ZipLimits = defaultZipLimits): Promise<ZipArchive> {
    if (file.size === 0) throw new FormatError('empty', 'The file is empty.');
    await refuseCompoundFile(file);
    const start = await readFully(file, 0, Math.min(4, file.size));
    if (start[0] !== 0x50 || start[1] !== 0x4b) throw new FormatError('invalid', 'The file is not a zip archive.');
    const location = await locateDirectory(file);
    if (location.entryCount > limits.entries) throw hostile(`The archive has more than ${limits.entries} entries.`);
    if (location.size > limits.directorySize) throw hostile('The central directory of the archive is too large.');
    const directory = await readFully(file, location.offset, location.offset + location.size);
    const entries = parseDirectory(directory, location.entryCount);
    const physicalOrder = entries.toSorted((a, b) => a.localOffset - b.localOffset);
    checkNames(entries);
    checkSizes(entries, limits);
    setExtents(physicalOrder, location.offset);
    return new ZipArchive(file, location, directory, entries, physicalOrder, limits);
  }

  /** The entry of this name, compared without regard to case as OPC asks. */
  find(name: string): ZipEntry | undefined {
    return this.byName.get(name.toLowerCase());
  }

  /**
   * The content of an entry, inflated as it is read.
   * @throws FormatError where the bytes are damaged, or more than was declared or allowed.
   */
  async *read(entry: ZipEntry): AsyncGenerator<Uint8Array, void> {
    const { start, end } = await this.dataRange(entry);
    const stored = readRange(this.file, start, end);
    let size = 0;
    let checksum = 0;
    for await (const chunk of entry.method === method.stored ? stored : inflate(stored)) {
      size += chunk.byteLength;
      if (size > entry.size) throw hostile('An entry of the archive is larger than it says.');
      if (isBomb(size, end - start, this.limits)) throw bomb(this.limits);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (size !== entry.size || checksum !== entry.crc32) throw damaged('an entry fails its checksum');
  }

  /** The local file header: its fixed part, its name and its extra fields. */
  async localHeader(entry: ZipEntry): Promise<Uint8Array> {
    const fixed = await readFully(this.file, entry.localOffset, entry.localOffset + localHeaderLength);
    if (viewOf(fixed).getUint32(0, true) !== signature.localFile) throw damaged('an entry is missing');
    const nameLength = viewOf(fixed).getUint16(26, true);
    const length = localHeaderLength + nameLength + viewOf(fixed).getUint16(28, true);
    if (entry.localOffset + length > entry.extentEnd) throw damaged('an entry is missing');
    const header = await readFully(this.file, entry.localOffset, entry.localOffset + length);
    const name = header.subarray(localHeaderLength, localHeaderLength + nameLength);
    if (!Buffer.from(name).equals(entry.rawName)) throw damaged('an entry has two names');
    return header;
  }

  private async dataRange(entry: ZipEntry): Promise<{ start: number; end: number }> {
    if (entry.method !== method.stored && entry.method !== method.deflated) {
      throw new FormatError('invalid', 'The archive is compressed in a way that this format does not use.');
    }
    const start = entry.localOffset + (await this.localHeader(entry)).byteLength;
    const end = start + entry.compressedSize;
    if (end > entry.extentEnd) throw hostile('Entries of the archive overlap.');
    return { start, end };
  }
}

const isBomb = (size: number, compressedSize: number, limits: ZipLimits) =>
  size > limits.ratioFloor && size > compressedSize * limits.ratio;

const bomb = (limits: ZipLimits) =>
  hostile(`An entry of the archive inflates to more than ${limits.ratio} times its size.`);

async function* inflate(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const inflater = createInflateRaw({ chunkSize });
  // Its failure also ends the loop below, which reports it.
  pipeline(Readable.from(compressed), inflater).catch(() => undefined);
  try {
    for await (const chunk of inflater) yield chunk;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? damaged('an entry cannot be decompressed') : error;
  }
}

const checkNames = (entries: readonly ZipEntry[]): void => {
  const seen = new Set<string>();
  for (const { name, flags } of entries) {
    if ((flags & flag.encrypted) !== 0) throw new FormatError('encrypted', 'The archive is encrypted.');
    if (name.includes('\0') || /^(\/|[a-z]:)/i.test(name) || name.split('/').includes('..')) {
      throw hostile('The archive has an entry whose name leads outside it.');
    }
    if (seen.has(name.toLowerCase())) throw new FormatError('invalid', 'The archive has two entries of one name.');
    seen.add(name.toLowerCase());
  }
};

const checkSizes = (entries: readonly ZipEntry[], limits: ZipLimits): void => {
  let total = 0;
  for (const { size, compressedSize } of entries) {
    total += size;
    if (isBomb(size, compressedSize, limits)) throw bomb(limits);
    if (total > limits.totalSize) throw hostile('The archive inflates to more than is allowed.');
  }
};

/** Entries that share bytes make a small archive inflate to a large one without any high ratio. */
const setExtents = (physicalOrder: readonly ZipEntry[], directoryOffset: number): void => {
  for (const [index, entry] of physicalOrder.entries()) {
    entry.extentEnd = physicalOrder[index + 1]?.localOffset ?? directoryOffset;
    const least = localHeaderLength + entry.rawName.byteLength + entry.compressedSize;
    if (entry.localOffset > directoryOffset) throw damaged('an entry lies outside the file');
    if (entry.localOffset + least > entry.extentEnd) throw hostile('Entries of the archive overlap.');
  }
};
