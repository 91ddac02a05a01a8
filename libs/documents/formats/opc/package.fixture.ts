import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import yauzl from 'yauzl';

/** Checks with another ZIP and XML reader that every entry is there with its checksum, and well-formed. */
export const validatePackage = async (bytes: Uint8Array): Promise<void> => {
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes));
  for await (const entry of archive.eachEntry()) {
    const content = await buffer(await archive.openReadStreamPromise(entry));
    expect(crc32(content)).toBe(entry.crc32);
    if (!/\.(xml|rels)$/.test(entry.fileName)) continue;
    const isUtf16 = content[0] === 0xff;
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => expect.fail(error.message));
    parser.write(content.toString(isUtf16 ? 'utf16le' : 'utf8')).close();
  }
};

/** The entries of a package that are XML or VML, by their names. */
export const entriesOf = async (bytes: Uint8Array): Promise<Record<string, string>> => {
  const entries: Record<string, string> = {};
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes));
  for await (const entry of archive.eachEntry()) {
    if (!/\.(xml|rels|vml)$/.test(entry.fileName)) continue;
    entries[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString();
  }
  return entries;
};
