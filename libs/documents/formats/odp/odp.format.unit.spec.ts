import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFormat } from '../format.suite.js';
import { refusedPackages } from '../odf/refused-packages.fixture.js';
import { validatePackage } from '../odf/validate-package.fixture.js';
import { writeSamples } from '../odf/write-samples.fixture.js';
import { odpFormat } from './odp.format.js';
import { odpSamples } from './odp-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
writeSamples(samples, odpSamples);

it.each(Object.entries(odpSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

describeFormat(odpFormat, {
  samples,
  refused: refusedPackages('presentation', 'text'),
  validate: validatePackage,
  standsAlone: ({ role, part = '' }) =>
    role === 'alt_text' || role === 'title' || role === 'header' || role === 'footer' || /^Object/.test(part),
});
