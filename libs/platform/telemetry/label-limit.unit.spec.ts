import { expect, it } from 'vitest';
import { labelLimit } from './label-limit.js';

it('keeps the first values, and calls the rest other', () => {
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
