import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { describeFormat } from '#libs/documents/formats/format.suite.js';
import { docxFormat } from './docx.format.js';
import { docxSamples, writeDocxSamples } from './docx-samples.fixture.js';
import { refusedDocuments } from './hostile-documents.fixture.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writeDocxSamples(samples);

it.each(Object.entries(docxSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

/** Checks with another ZIP and XML reader that every entry is there with its checksum, and well-formed. */
const validate = async (bytes: Uint8Array): Promise<void> => {
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

describeFormat(docxFormat, { samples, refused: refusedDocuments, validate });
