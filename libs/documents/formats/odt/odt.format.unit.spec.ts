import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeFormat } from '../format.suite.js';
import { refusedPackages } from '../odf/refused-packages.fixture.js';
import { validatePackage } from '../odf/validate-package.fixture.js';
import { writeSamples } from '../odf/write-samples.fixture.js';
import { odtFormat } from './odt.format.js';
import { odtSamples } from './odt-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
writeSamples(samples, odtSamples);

it.each(Object.entries(odtSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

/** Whether a segment is the title of the index, the words of a mark in it, or the help of a field. */
const isBesideText = ([part]: Segment): boolean =>
  part !== undefined && 'text' in part && /^(?:harbour|hint|Contents of the book)$/.test(part.text);

describeFormat(odtFormat, {
  samples,
  refused: refusedPackages('text', 'spreadsheet'),
  validate: validatePackage,
  standsAlone: ({ role, parts, part = '' }) =>
    role === 'alt_text' || role === 'title' || isBesideText(parts) || /^Object/.test(part),
});
