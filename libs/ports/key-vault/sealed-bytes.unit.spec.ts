import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SealBrokenError } from './key-vault.errors.js';
import { bindingOf, deriveKey, seal, sealOverhead, unseal } from './sealed-bytes.js';

const key = randomBytes(32);
const place = bindingOf('secret', 'one');
const sealed = seal(key, 'kept quiet', place);

it('gives back what was sealed', () => expect(unseal(key, sealed, place).toString()).toBe('kept quiet'));

it('gives back nothing where nothing was sealed', () => {
  const empty = seal(key, '', place);
  expect(empty).toHaveLength(sealOverhead);
  expect(unseal(key, empty, place)).toHaveLength(0);
});

it('never seals to the same bytes twice', () => expect(seal(key, 'kept quiet', place)).not.toEqual(sealed));

it('does not open when any one bit has changed', () => {
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => unseal(key, changed, place), `bit ${bit}`).toThrow(SealBrokenError);
  }
});

it('does not open when cut to any length', () => {
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => unseal(key, sealed.subarray(0, length), place), `${length} bytes`).toThrow(SealBrokenError);
  }
});

it('does not open in another place', () =>
  expect(() => unseal(key, sealed, bindingOf('secret', 'two'))).toThrow(SealBrokenError));

it('does not open with another key', () =>
  expect(() => unseal(randomBytes(32), sealed, place)).toThrow(SealBrokenError));

it('tells places apart whose parts join to the same text', () =>
  expect(bindingOf('a', 'b,c')).not.toEqual(bindingOf('a,b', 'c')));

it('derives the same key for a purpose again, and another for another purpose', () => {
  expect(deriveKey(key, 'one')).toEqual(deriveKey(key, 'one'));
  expect(deriveKey(key, 'one')).not.toEqual(deriveKey(key, 'two'));
  expect(deriveKey(key, 'one')).not.toEqual(key);
});
