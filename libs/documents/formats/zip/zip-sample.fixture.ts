import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive made for a test; every field after `content` overrides what would be right. */
export interface SampleEntry {
  name: string;
  content: string | Uint8Array;
  isStored?: boolean;
  hasDescriptor?: boolean;
  isZip64?: boolean;
  flags?: number;
  method?: number;
  declaredSize?: number;
  declaredCrc?: number;
  /** Bytes already deflated, instead of the content. */
  deflated?: Uint8Array;
  /** Offset of its local header, instead of writing one. */
  at?: number;
}

const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => Buffer.from(BigUint64Array.from(values, BigInt).buffer);
const full = 0xffffffff;
const time = [0x6000, 0x5a21] as const;

/** A zip archive with its entries in this order, for tests: also one that no program would write. */
export const zipOf = (entries: readonly SampleEntry[], comment = ''): Buffer => {
  const files: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const isStored = entry.isStored ?? false;
    const data = entry.deflated ?? (isStored ? content : deflateRawSync(content));
    const crc = entry.declaredCrc ?? crc32(content);
    const size = entry.declaredSize ?? content.length;
    const flags = (entry.flags ?? 0x0800) | (entry.hasDescriptor ? 0x0008 : 0);
    const method = entry.method ?? (isStored ? 0 : 8);
    const name = Buffer.from(entry.name);
    const at = entry.at ?? offset;
    const inHeader = entry.hasDescriptor ? [0, 0, 0] : [crc, data.length, size];
    const extra = entry.isZip64 ? Buffer.concat([u16(1, 24), u64(size, data.length, at)]) : Buffer.alloc(0);
    const file = Buffer.concat([
      u32(0x04034b50),
      u16(20, flags, method, ...time),
      u32(...inHeader),
      u16(name.length, 0),
      name,
      data,
      entry.hasDescriptor ? u32(0x08074b50, crc, data.length, size) : Buffer.alloc(0),
    ]);
    const record = Buffer.concat([
      u32(0x02014b50),
      u16(20, 20, flags, method, ...time),
      entry.isZip64 ? u32(crc, full, full) : u32(crc, data.length, size),
      u16(name.length, extra.length, 0, 0, 0),
      u32(0, entry.isZip64 ? full : at),
      name,
      extra,
    ]);
    records.push(record);
    if (entry.at !== undefined) continue;
    files.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(records);
  const isZip64 = entries.some((entry) => entry.isZip64);
  const endRecord = (): Buffer => {
    const numbers = isZip64 ? [full, full] : [directory.length, offset];
    const text = Buffer.from(comment);
    return Buffer.concat([
      u32(0x06054b50),
      u16(0, 0, entries.length, entries.length),
      u32(...numbers),
      u16(text.length),
      text,
    ]);
  };

  return Buffer.concat([
    ...files,
    directory,
    isZip64 ? zip64End(entries.length, directory.length, offset) : Buffer.alloc(0),
    endRecord(),
  ]);
};

const zip64End = (count: number, size: number, offset: number): Buffer =>
  Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(45, 45),
    u32(0, 0),
    u64(count, count, size, offset),
    u32(0x07064b50, 0),
    u64(offset + size),
    u32(1),
  ]);
