import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeFormat } from '../format.suite.js';
import { pdfFormat } from './pdf.format.js';
import { onePage, pagesOf, pdfOf } from './pdf-sample.fixture.js';
import { pdfSamples, writePdfSamples } from './pdf-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writePdfSamples(samples);

it.each(Object.entries(pdfSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

/** Zeros that take a thousandth of their length, packed twice. */
const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024));

describeFormat(pdfFormat, {
  samples,
  standsAlone: ({ role, part }) => role === 'alt_text' || role === 'note' || part === undefined,
  differsByHistory: 'A translation is an update behind the bytes of its source, which stay in the file.',
  refused: [
    { name: 'a text', bytes: Buffer.from('A letter with some words.'), reason: 'invalid' },
    { name: 'a file without pages', bytes: pdfOf(['<< /Type /Catalog >>']), reason: 'invalid' },
    { name: 'a page without text', bytes: pagesOf([{ content: '0 0 40 40 re f' }]), reason: 'invalid' },
    {
      name: 'a page of invisible text',
      bytes: onePage('3 Tr (A layer over a picture) Tj'),
      reason: 'invalid',
    },
    {
      name: 'a file that asks for a password',
      bytes: pdfOf(
        ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'],
        `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >> /ID [<00> <00>]`,
      ),
      reason: 'encrypted',
    },
    {
      name: 'a stream that unpacks to very much',
      bytes: pagesOf([{ content: bomb, isPacked: true }]),
      reason: 'hostile',
    },
    {
      name: 'values nested very deep',
      bytes: pagesOf([{ content: `${'['.repeat(5000)}(a)` }]),
      reason: 'hostile',
    },
  ],
});
