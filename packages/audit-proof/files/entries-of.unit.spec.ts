import { expect, it } from 'vitest';
import { entriesOf } from './entries-of.js';

it('one entry is told in the singular', () =>
  expect([0, 1, 2].map(entriesOf)).toEqual(['0 entries', '1 entry', '2 entries']));
