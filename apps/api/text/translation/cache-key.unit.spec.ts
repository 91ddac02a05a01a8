import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cacheKey } from './cache-key.js';

it.each([
  [
    ['ab', 'c'],
    ['a', 'bc'],
  ],
  [['ab'], ['a', 'b']],
  [
    ['a', undefined],
    ['a', ''],
  ],
  [['a', undefined], ['a']],
  [
    ['a', '\0\0\0\0'],
    ['a', '', ''],
  ],
  [['a|b'], ['a', 'b']],
  [['Ä'], ['A\u0308']],
])('the parts %j and %j have different keys', (one, other) => expect(cacheKey(one)).not.toBe(cacheKey(other)));

it('keys are equal for equal parts, and different for different ones', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), fc.array(fc.string({ maxLength: 3 })), (one, other) => {
      expect(cacheKey([...one])).toBe(cacheKey(one));
      expect(cacheKey(one) === cacheKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { seed: 20_261_121, numRuns: 300 },
  ));
