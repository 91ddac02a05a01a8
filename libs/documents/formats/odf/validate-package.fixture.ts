import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import yauzl from 'yauzl';

/**
 * Checks with another ZIP and XML reader that every entry is there with its checksum, and well-formed, and that the
 * media type comes first and is stored.
 */
export const validatePackage = async (bytes: Uint8Array): Promise<void> => {
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes));
  let count = 0;
  for await (const entry of archive.eachEntry()) {
    const content = await buffer(await archive.openReadStreamPromise(entry));
    expect(crc32(content)).toBe(entry.crc32);
    if (count === 0) expect(entry.fileName).toBe('mimetype');
    count += 1;
    if (!/\.(xml|rdf)$/.test(entry.fileName)) continue;
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => expect.fail(error.message));
    parser.write(content.toString('utf8')).close();
  }
};
