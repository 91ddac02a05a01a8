import { inflateRawSync } from 'node:zlib';
import type { SampleEntry } from './zip-sample.fixture.js';

const recordLength = 46;
const headerLength = 30;
const zip64 = 0xffffffff;

/** The entries of a whole zip archive without ZIP64, in the order of its directory; none of anything else. */
export const zipEntries = (bytes: Uint8Array): SampleEntry[] => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = file.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (file.subarray(0, 2).toString('latin1') !== 'PK' || end < 0) return [];
  const entries: SampleEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  if (at === zip64) return [];
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(at + offset),
    );
    const name = file.subarray(at + recordLength, at + recordLength + nameLength).toString();
    const header = file.readUInt32LE(at + 42);
    const start = header + headerLength + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const data = file.subarray(start, start + file.readUInt32LE(at + 20));
    const isStored = file.readUInt16LE(at + 10) === 0;
    entries.push({ name, content: isStored ? data : inflateRawSync(data), isStored });
    at += recordLength + nameLength + extraLength + commentLength;
  }
  return entries;
};
