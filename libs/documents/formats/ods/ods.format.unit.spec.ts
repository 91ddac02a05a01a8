import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFormat } from '../format.suite.js';
import { refusedPackages } from '../odf/refused-packages.fixture.js';
import { validatePackage } from '../odf/validate-package.fixture.js';
import { writeSamples } from '../odf/write-samples.fixture.js';
import { odsFormat } from './ods.format.js';
import { odsSamples } from './ods-samples.fixture.js';

const samples = new URL('./samples/', import.meta.url);
writeSamples(samples, odsSamples);

it.each(Object.entries(odsSamples))('the sample %s is what its source makes', (name, bytes) => {
  expect(readFileSync(new URL(name, samples)).equals(bytes)).toBe(true);
});

describeFormat(odsFormat, { samples, refused: refusedPackages('spreadsheet', 'text'), validate: validatePackage });
