import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPlace, placeOf } from './export-places.js';
import { FileDestination } from './file-destination.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-places-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the place of each kind of export is kept in its folder, whatever its files are called', async () => {
  const file = (name: string) => new FileDestination(join(folder, name));
  expect(await placeOf(file('monday.ndjson'), 'all')).toBeUndefined();
  await keepPlace(file('monday.ndjson'), 'all', 'aud_1');
  await keepPlace(file('monday.csv'), 'csv', 'aud_2');
  await keepPlace(file('tuesday.ndjson'), 'all', 'aud_3');
  expect(await placeOf(file('wednesday.ndjson'), 'all')).toBe('aud_3');
  expect(JSON.parse(readFileSync(join(folder, '.audit-exports.json'), 'utf8'))).toEqual({ all: 'aud_3', csv: 'aud_2' });
});
