import { expect, it } from 'vitest';
import { figureName, shortNumberText, valueText } from './values.js';

it('a name for programs is shown as words, any other as it is', () => {
  expect(figureName('busiest_day')).toBe('Busiest day');
  expect(figureName('Entries of the audit log')).toBe('Entries of the audit log');
});

it.each([
  [1_234_567.891, '1,234,567.891'],
  [0, '0'],
  [-1_500, '-1,500'],
  [null, '–'],
  ['eu-north-1', 'eu-north-1'],
  ['2026-11-24T03:42:24.047Z', '2026-11-24 03:42:24.047Z'],
  ['2027-11-01T00:00:00.000Z', '2027-11-01 00:00:00Z'],
  ['2026-11-24T03', '2026-11-24T03'],
  [Number.NaN, 'unknown'],
  [1e300, '1e+300'],
])('%j is shown as %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});

it.each([
  [75_000, '75,000'],
  [1_250_000, '1.25M'],
  [-1e300, '-1.00e+300'],
])('%d is %s on an axis', (value, text) => {
  expect(shortNumberText(value)).toBe(text);
});
