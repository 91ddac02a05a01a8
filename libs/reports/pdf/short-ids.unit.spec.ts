import { expect, it } from 'vitest';
import { ShortIds } from './short-ids.js';

const one = 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const alike = 'key_02KAH3W7J4B2X8Y6Z5VAT0S1R2';

it('an id has one short form wherever it stands, and what is no id stays', () => {
  const short = new ShortIds();
  expect(short.in(`build server (${one})`)).toBe('build server (key_…T0S1R2)');
  expect(short.in(`${one} usr_ada [erased]`)).toBe('key_…T0S1R2 usr_ada [erased]');
  expect([...short.full]).toEqual([['key', [one]]]);
});

it('two ids that end alike are told apart, and are of different kinds in the annex', () => {
  const short = new ShortIds();
  expect(short.in(one)).toBe('key_…T0S1R2');
  expect(short.in(alike)).toBe('key_…AT0S1R2');
  expect(short.in('usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2')).toBe('usr_…T0S1R2');
  expect(short.full.get('key')).toEqual([one, alike]);
  expect([...short.full.keys()]).toEqual(['key', 'usr']);
});
