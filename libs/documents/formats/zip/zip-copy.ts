import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { readFully } from '#libs/documents/formats/source-file.js';
import {
  directoryRecordLength,
  extraFields,
  flag,
  localHeaderLength,
  method,
  signature,
  viewOf,
  type ZipEntry,
  zip64ExtraId,
} from './zip.records.js';
import { readRange, type ZipArchive } from './zip-archive.js';

/** The new content of an entry; undefined: its bytes as they are. */
export type EntryContent = AsyncIterable<Uint8Array> | 'removed' | undefined;

/** Tells what is written of an entry. Called once an entry, in the order of the file. */
export type EntryRewrite = (entry: ZipEntry) => Promise<EntryContent>;

interface Written {
  crc32: number;
  compressedSize: number;
  size: number;
}

interface Placement {
  offset: number;
  written?: Written;
}

const largest32 = 0xfffffffe;
const versionOfDeflate = 20;

/**
 * Streams the archive with some entries rewritten. Everything else is copied byte by byte (other entries still
 * compressed, headers, gaps, comments), so that nothing rewritten gives the same file.
 */
export async function* copyArchive(archive: ZipArchive, rewrite: EntryRewrite): AsyncGenerator<Uint8Array, void> {
  const placements = new Map<ZipEntry, Placement>();
  const entries = new Set(archive.entries);
  let copiedTo = 0;
  let shift = 0;
  for (const entry of archive.physicalOrder) {
    const content = await rewrite(entry);
    const placement: Placement = { offset: entry.localOffset + shift };
    placements.set(entry, placement);
    if (content === undefined) continue;
    yield* readRange(archive.file, copiedTo, entry.localOffset);
    copiedTo = entry.extentEnd;
    if (content === 'removed') {
      entries.delete(entry);
      shift -= entry.extentEnd - entry.localOffset;
      continue;
    }
    const header = rewrittenHeader(await archive.localHeader(entry));
    yield header;
    placement.written = yield* deflate(content);
    const descriptor = dataDescriptor(placement.written);
    yield descriptor;
    const length = header.byteLength + placement.written.compressedSize + descriptor.byteLength;
    shift += length - (entry.extentEnd - entry.localOffset);
  }
  yield* readRange(archive.file, copiedTo, archive.location.offset);
  const directory = rewrittenDirectory(archive, entries, placements);
  yield directory;
  const removed = archive.entries.length - entries.size;
  yield await rewrittenTail(archive, archive.location.offset + shift, directory.byteLength, removed);
}

async function* deflate(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Written> {
  const written: Written = { crc32: 0, compressedSize: 0, size: 0 };
  async function* counted() {
    for await (const chunk of content) {
      written.crc32 = crc32(chunk, written.crc32);
      written.size += chunk.byteLength;
      yield chunk;
    }
  }
  const deflater = createDeflateRaw();
  // Its failure also ends the loop below, which reports it.
  pipeline(Readable.from(counted()), deflater).catch(() => undefined);
  for await (const chunk of deflater) {
    written.compressedSize += chunk.byteLength;
    yield chunk;
  }
  if (written.size > largest32) throw new FormatError('hostile', 'An entry of the archive has become too large.');
  return written;
}

/** Sizes are known only afterwards and follow in a descriptor; its ZIP64 field would widen that, so it goes. */
const rewrittenHeader = (header: Uint8Array): Uint8Array => {
  const nameEnd = localHeaderLength + viewOf(header).getUint16(26, true);
  const bytes = withoutZip64(header, nameEnd, header.byteLength);
  const view = viewOf(bytes);
  view.setUint16(4, Math.max(view.getUint16(4, true), versionOfDeflate), true);
  view.setUint16(6, (view.getUint16(6, true) | flag.descriptor) & ~flag.compressionLevel, true);
  view.setUint16(8, method.deflated, true);
  bytes.fill(0, 14, 26);
  view.setUint16(28, bytes.byteLength - nameEnd, true);
  return bytes;
};

const dataDescriptor = (written: Written): Uint8Array => {
  const bytes = new Uint8Array(16);
  const view = viewOf(bytes);
  view.setUint32(0, signature.descriptor, true);
  view.setUint32(4, written.crc32, true);
  view.setUint32(8, written.compressedSize, true);
  view.setUint32(12, written.size, true);
  return bytes;
};

const rewrittenDirectory = (
  archive: ZipArchive,
  entries: ReadonlySet<ZipEntry>,
  placements: ReadonlyMap<ZipEntry, Placement>,
): Uint8Array => {
  const records = [...entries].map((entry) => {
    const { offset, written } = placements.get(entry) ?? { offset: entry.localOffset };
    return written === undefined
      ? movedRecord(archive.directory, entry, offset)
      : rewrittenRecord(archive.directory, entry, offset, written);
  });
  const end = archive.entries.at(-1)?.record.end ?? 0;
  return Buffer.concat([...records, archive.directory.subarray(end)]);
};

const movedRecord = (directory: Uint8Array, entry: ZipEntry, offset: number): Uint8Array => {
  const bytes = Buffer.from(directory.subarray(entry.record.start, entry.record.end));
  const view = viewOf(bytes);
  if (entry.zip64OffsetAt !== undefined) {
    view.setBigUint64(entry.zip64OffsetAt - entry.record.start, BigInt(offset), true);
  } else view.setUint32(42, checkedOffset(offset), true);
  return bytes;
};

const rewrittenRecord = (directory: Uint8Array, entry: ZipEntry, offset: number, written: Written): Uint8Array => {
  const record = directory.subarray(entry.record.start, entry.record.end);
  const nameEnd = directoryRecordLength + entry.rawName.byteLength;
  const extraEnd = nameEnd + viewOf(record).getUint16(30, true);
  const bytes = withoutZip64(record, nameEnd, extraEnd);
  const view = viewOf(bytes);
  view.setUint16(6, Math.max(view.getUint16(6, true), versionOfDeflate), true);
  view.setUint16(8, (entry.flags | flag.descriptor) & ~flag.compressionLevel, true);
  view.setUint16(10, method.deflated, true);
  view.setUint32(16, written.crc32, true);
  view.setUint32(20, written.compressedSize, true);
  view.setUint32(24, written.size, true);
  view.setUint16(30, extraEnd - nameEnd - (record.byteLength - bytes.byteLength), true);
  view.setUint32(42, checkedOffset(offset), true);
  return bytes;
};

const withoutZip64 = (bytes: Uint8Array, extraStart: number, extraEnd: number): Uint8Array => {
  const field = extraFields(bytes, extraStart, extraEnd).find(({ id }) => id === zip64ExtraId);
  if (field === undefined) return Buffer.from(bytes);
  return Buffer.concat([bytes.subarray(0, field.start - 4), bytes.subarray(field.end)]);
};

const checkedOffset = (offset: number): number => {
  if (offset > largest32) throw new FormatError('hostile', 'The archive has become too large.');
  return offset;
};

/** The bytes behind the directory, its end records pointing at where the directory is now. */
const rewrittenTail = async (
  archive: ZipArchive,
  offset: number,
  size: number,
  removed: number,
): Promise<Uint8Array> => {
  const { location, file } = archive;
  const start = location.offset + location.size;
  const bytes = Buffer.from(await readFully(file, start, file.size));
  const view = viewOf(bytes);
  const end = location.endRecord - start;
  const shift = offset + size - start;
  if (location.zip64Record !== undefined && location.zip64Locator !== undefined) {
    for (const at of [24, 32]) {
      const place = location.zip64Record - start + at;
      view.setBigUint64(place, view.getBigUint64(place, true) - BigInt(removed), true);
    }
    view.setBigUint64(location.zip64Record - start + 40, BigInt(size), true);
    view.setBigUint64(location.zip64Record - start + 48, BigInt(offset), true);
    view.setBigUint64(location.zip64Locator - start + 8, BigInt(location.zip64Record + shift), true);
  }
  // Where ZIP64 says the place, the four bytes for it can hold anything.
  const patch = (at: number, before: number, value: number) => {
    if (view.getUint32(at, true) === before) view.setUint32(at, checkedOffset(value), true);
  };
  for (const at of [end + 8, end + 10]) {
    const count = view.getUint16(at, true);
    if (count !== 0xffff) view.setUint16(at, count - removed, true);
  }
  patch(end + 12, location.size, size);
  patch(end + 16, location.offset, offset);
  return bytes;
};
