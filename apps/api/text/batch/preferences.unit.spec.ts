import { expect, it } from 'vitest';
import { prefersPartial } from './preferences.js';

it.each([
  'partial',
  'Partial',
  ' partial ; why=because',
  'respond-async, partial',
  'wait=10,partial',
  'partial=""',
  'foo="a, b"; c="d", partial',
  ['respond-async', 'partial'],
])('the header %j prefers a partial result', (header) => expect(prefersPartial(header)).toBe(true));

it.each([
  undefined,
  '',
  ',',
  'impartial',
  'partial-ish',
  'partial=no',
  'foo=partial',
  'foo="x, partial"',
  'foo; partial',
  'handling=lenient',
  'partial="a;b"',
  'partial yes',
  `partial=${' '.repeat(15_000)}x`,
  `${'"'.repeat(10_000)}`,
  `${'\\'.repeat(10_000)}`,
])('the header %j does not prefer a partial result', (header) => expect(prefersPartial(header)).toBe(false));
