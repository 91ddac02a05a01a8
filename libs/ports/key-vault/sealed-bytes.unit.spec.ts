import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SealBrokenError } from './key-vault.errors.js';
import { bindingOf, deriveKey, seal, sealOverhead, unseal } from './sealed-bytes.js';

const key = randomBytes(32);
const place = bindingOf('secret', 'one');
const sealed = seal(key, 'kept quiet', place);

it('unsealing gives back the bytes that were sealed', () =>
  expect(unseal(key, sealed, place).toString()).toBe('kept quiet'));

it('unsealing gives back empty bytes where empty bytes were sealed', () => {
  const empty = seal(key, '', place);
  expect(empty).toHaveLength(sealOverhead);
  expect(unseal(key, empty, place)).toHaveLength(0);
});

it('sealing the same bytes twice never gives the same result', () =>
  expect(seal(key, 'kept quiet', place)).not.toEqual(sealed));

it('sealed bytes do not open when any one bit has changed', () => {
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => unseal(key, changed, place), `bit ${bit}`).toThrow(SealBrokenError);
  }
});

it('sealed bytes do not open when cut to any length', () => {
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => unseal(key, sealed.subarray(0, length), place), `${length} bytes`).toThrow(SealBrokenError);
  }
});

it('sealed bytes do not open in another place', () =>
  expect(() => unseal(key, sealed, bindingOf('secret', 'two'))).toThrow(SealBrokenError));

it('sealed bytes do not open with another key', () =>
  expect(() => unseal(randomBytes(32), sealed, place)).toThrow(SealBrokenError));

it('places whose parts join to the same text are told apart', () =>
  expect(bindingOf('a', 'b,c')).not.toEqual(bindingOf('a,b', 'c')));

it('a purpose has the same derived key each time, and another purpose has another key', () => {
  expect(deriveKey(key, 'one')).toEqual(deriveKey(key, 'one'));
  expect(deriveKey(key, 'one')).not.toEqual(deriveKey(key, 'two'));
  expect(deriveKey(key, 'one')).not.toEqual(key);
});
