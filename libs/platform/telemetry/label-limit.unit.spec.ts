import { expect, it } from 'vitest';
import { labelLimit } from './label-limit.js';

it('a label limit passes the first values and turns the rest into other', () => {
  const label = labelLimit(2);
  expect(['en-es', 'en-fr', 'en-es', 'en-de', 'en-fr', 'en-it'].map(label)).toEqual([
    'en-es',
    'en-fr',
    'en-es',
    'other',
    'en-fr',
    'other',
  ]);
});
