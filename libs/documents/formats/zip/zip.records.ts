import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { readFully } from '#libs/documents/formats/source-file.js';

/** The place of the central directory, and of the records that point at it (offsets in the file). */
export interface DirectoryLocation {
  offset: number;
  size: number;
  entryCount: number;
  endRecord: number;
  zip64Record?: number;
  zip64Locator?: number;
}

/** One file of an archive, as its central directory record describes it. */
export interface ZipEntry {
  /** Name with forward slashes only; look-ups compare it without regard to case. */
  name: string;
  rawName: Uint8Array;
  flags: number;
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  localOffset: number;
  /** End of the entry's bytes, up to the next entry: header, data, descriptor and padding. */
  extentEnd: number;
  /** Place of its record within the central directory. */
  record: { start: number; end: number };
  /** Offset in the directory of the 8-byte offset, for a ZIP64 entry whose 4-byte one is full. */
  zip64OffsetAt?: number;
}

export const signature = {
  localFile: 0x04034b50,
  descriptor: 0x08074b50,
  directoryRecord: 0x02014b50,
  endRecord: 0x06054b50,
  zip64Record: 0x06064b50,
  zip64Locator: 0x07064b50,
};
export const flag = { encrypted: 0x0001, compressionLevel: 0x0006, descriptor: 0x0008, utf8: 0x0800 };
export const method = { stored: 0, deflated: 8 };
export const localHeaderLength = 30;
export const directoryRecordLength = 46;
export const zip64ExtraId = 0x0001;

const endRecordLength = 22;
const maxCommentLength = 0xffff;
const full16 = 0xffff;
const full32 = 0xffffffff;

export const damaged = (what: string) => new FormatError('invalid', `The archive is cut off or damaged: ${what}.`);

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const safeNumber = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a size is out of range');
  return Number(value);
};

/** @throws FormatError where there is no end record, or it points outside the file. */
export const locateDirectory = async (file: SourceFile): Promise<DirectoryLocation> => {
  const start = Math.max(0, file.size - endRecordLength - maxCommentLength);
  const tail = viewOf(await readFully(file, start, file.size));
  for (let at = tail.byteLength - endRecordLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== signature.endRecord) continue;
    if (at + endRecordLength + tail.getUint16(at + 20, true) > tail.byteLength) continue;
    const location = await readEndRecord(file, tail, at, start);
    if (location.offset + location.size > location.endRecord) throw damaged('its directory lies outside the file');
    return location;
  }
  throw damaged('it has no central directory');
};

const readEndRecord = async (
  file: SourceFile,
  tail: DataView,
  at: number,
  start: number,
): Promise<DirectoryLocation> => {
  const location: DirectoryLocation = {
    entryCount: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
    endRecord: start + at,
  };
  const locator = location.endRecord - 20;
  const isFull = location.entryCount === full16 || location.size === full32 || location.offset === full32;
  if (isFull && locator >= 0) {
    const bytes = viewOf(await readFully(file, locator, locator + 20));
    if (bytes.getUint32(0, true) === signature.zip64Locator) return readZip64Record(file, location, locator, bytes);
  }
  const parts = [tail.getUint16(at + 4, true), tail.getUint16(at + 6, true)];
  if (parts.some((part) => part !== 0)) throw new FormatError('invalid', 'The archive is one part of several.');
  return location;
};

const readZip64Record = async (
  file: SourceFile,
  location: DirectoryLocation,
  locator: number,
  bytes: DataView,
): Promise<DirectoryLocation> => {
  const at = safeNumber(bytes.getBigUint64(8, true));
  if (at + 56 > locator) throw damaged('its ZIP64 record lies outside the file');
  const record = viewOf(await readFully(file, at, at + 56));
  if (record.getUint32(0, true) !== signature.zip64Record) throw damaged('it has no ZIP64 record');
  return {
    ...location,
    entryCount: safeNumber(record.getBigUint64(32, true)),
    size: safeNumber(record.getBigUint64(40, true)),
    offset: safeNumber(record.getBigUint64(48, true)),
    zip64Record: at,
    zip64Locator: locator,
  };
};

/** The entries in the order of the directory; `extentEnd` is still to be set. */
export const parseDirectory = (directory: Uint8Array, entryCount: number): ZipEntry[] => {
  const view = viewOf(directory);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < entryCount) {
    if (at + directoryRecordLength > view.byteLength || view.getUint32(at, true) !== signature.directoryRecord) {
      throw damaged('its central directory ends too early');
    }
    const nameEnd = at + directoryRecordLength + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > view.byteLength) throw damaged('its central directory ends too early');
    entries.push(parseRecord(directory, view, at, nameEnd, extraEnd, end));
    at = end;
  }
  return entries;
};

const parseRecord = (
  directory: Uint8Array,
  view: DataView,
  at: number,
  nameEnd: number,
  extraEnd: number,
  end: number,
): ZipEntry => {
  const rawName = directory.subarray(at + directoryRecordLength, nameEnd);
  const entry: ZipEntry = {
    name: Buffer.from(rawName).toString('utf8').replaceAll('\\', '/'),
    rawName,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    localOffset: view.getUint32(at + 42, true),
    extentEnd: 0,
    record: { start: at, end },
  };
  for (const field of extraFields(directory, nameEnd, extraEnd)) {
    if (field.id === zip64ExtraId) readZip64Extra(entry, view, field.start, field.end);
  }
  return entry;
};

/** Sizes and offset stand in the extra field only where their 4-byte place is full, in this order. */
const readZip64Extra = (entry: ZipEntry, view: DataView, start: number, end: number): void => {
  let at = start;
  const next = () => {
    if (at + 8 > end) throw damaged('a ZIP64 field ends too early');
    at += 8;
    return safeNumber(view.getBigUint64(at - 8, true));
  };
  if (entry.size === full32) entry.size = next();
  if (entry.compressedSize === full32) entry.compressedSize = next();
  if (entry.localOffset === full32) {
    entry.zip64OffsetAt = at;
    entry.localOffset = next();
  }
};

/** Extra fields from `start` to `end`; a malformed rest is left out, as readers in the field do. */
export const extraFields = (
  bytes: Uint8Array,
  start: number,
  end: number,
): { id: number; start: number; end: number }[] => {
  const view = viewOf(bytes);
  const fields = [];
  for (let at = start; at + 4 <= end; ) {
    const fieldEnd = at + 4 + view.getUint16(at + 2, true);
    if (fieldEnd > end) break;
    fields.push({ id: view.getUint16(at, true), start: at + 4, end: fieldEnd });
    at = fieldEnd;
  }
  return fields;
};
