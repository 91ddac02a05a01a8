import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFormat } from '#libs/documents/formats/format.suite.js';
import { validatePackage } from '#libs/documents/formats/opc/package.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxSamples, writeDocxSamples } from './docx-samples.fixture.js';
import { refusedDocuments } from './hostile-documents.fixture.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writeDocxSamples(samples);

it.each(Object.entries(docxSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

describeFormat(docxFormat, {
  samples,
  refused: refusedDocuments,
  validate: validatePackage,
  standsAlone: ({ role, part = '' }) =>
    role === 'alt_text' || role === 'title' || /charts/.test(part) || (role === 'note' && /document\.xml$/.test(part)),
});
