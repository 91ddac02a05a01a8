import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFormat } from '#libs/formats/format.suite.js';
import { docxFormat } from './docx.format.js';
import { docxSamples, writeDocxSamples } from './docx-samples.js';

const samples = new URL('./samples/', import.meta.url);
if (process.env.UPDATE_SAMPLES !== undefined) writeDocxSamples(samples);

it.each(Object.entries(docxSamples))('%s in the folder of samples is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

describeFormat(docxFormat, { samples, refused: [] });
