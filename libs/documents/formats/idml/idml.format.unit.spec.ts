import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { describeFormat } from '#libs/documents/formats/format.suite.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { idmlFormat } from './idml.format.js';
import { c, csr, idmlOf, psr } from './idml-sample.fixture.js';
import { idmlSamples, writeIdmlSamples } from './idml-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writeIdmlSamples(samples);

it.each(Object.entries(idmlSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

/** Checks with another ZIP and XML reader that every entry is there with its checksum, and well-formed. */
const validate = async (bytes: Uint8Array): Promise<void> => {
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes));
  for await (const entry of archive.eachEntry()) {
    const content = await buffer(await archive.openReadStreamPromise(entry));
    expect(crc32(content)).toBe(entry.crc32);
    if (!entry.fileName.endsWith('.xml')) continue;
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => expect.fail(error.message));
    parser.write(content.toString()).close();
  }
};

describeFormat(idmlFormat, {
  samples,
  validate,
  refused: [
    { name: 'a text', bytes: Buffer.from('Just a text.'), reason: 'invalid' },
    { name: 'an archive without a map', bytes: zipOf([{ name: 'mimetype', content: 'x' }]), reason: 'invalid' },
    { name: 'a map of nothing', bytes: zipOf([{ name: 'designmap.xml', content: '<a/>' }]), reason: 'invalid' },
    { name: 'a story that is no XML', bytes: idmlOf(psr(csr('<Content>a</Contents>'))), reason: 'invalid' },
    { name: 'a story nested too deeply', bytes: idmlOf('<XMLElement>'.repeat(600)), reason: 'hostile' },
    {
      name: 'a story with a document type',
      bytes: zipOf([{ name: 'designmap.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><Document/>' }]),
      reason: 'hostile',
    },
    { name: 'an endless paragraph', bytes: idmlOf(psr(csr(c('words '.repeat(3_000_000))))), reason: 'hostile' },
  ],
});
