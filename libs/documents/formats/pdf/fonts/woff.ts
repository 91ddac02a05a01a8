import { inflateSync } from 'node:zlib';

const signature = 0x774f4646;
const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;

/**
 * The OpenType font that a WOFF file (version 1) holds; other fonts as they are. The reader of fonts would unpack a
 * table again for each glyph.
 */
export const unpackedFont = (file: Buffer): Buffer => {
  if (file.readUInt32BE(0) !== signature) return file;
  const count = file.readUInt16BE(12);
  const head = Buffer.alloc(sfntHeader + count * sfntEntry);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(file.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const chunks: Buffer[] = [head];
  let at = head.length;
  for (let table = 0; table < count; table += 1) {
    const entry = woffHeader + table * woffEntry;
    const offset = file.readUInt32BE(entry + 4);
    const packedLength = file.readUInt32BE(entry + 8);
    const length = file.readUInt32BE(entry + 12);
    const packed = file.subarray(offset, offset + packedLength);
    const data = packedLength < length ? inflateSync(packed) : packed;
    const to = sfntHeader + table * sfntEntry;
    file.copy(head, to, entry, entry + 4);
    head.writeUInt32BE(file.readUInt32BE(entry + 16), to + 4);
    head.writeUInt32BE(at, to + 8);
    head.writeUInt32BE(length, to + 12);
    chunks.push(data, Buffer.alloc(-length & 3));
    at += length + (-length & 3);
  }
  return Buffer.concat(chunks);
};
