import { describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key-format.js';

describe('API key', () => {
  it('an API key has the prefix, 32 characters and a checksum of 6', () => {
    const key = generateApiKey();
    expect(key).toMatch(/^tl_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
  });

  it('an API key carries the CRC-32 of its secret in base62, padded on the left', () => {
    // Computed with Python: zlib.crc32, then base62 by hand.
    expect(isWellFormedApiKey(`tl_live_${'0'.repeat(32)}2wjyrI`)).toBe(true);
    expect(isWellFormedApiKey('tl_live_0000000000000000000000000000017200YwDE')).toBe(true);
  });

  it('an API key with a mistyped character is refused', () => {
    const key = generateApiKey();
    const other = key[10] === 'A' ? 'B' : 'A';
    expect(isWellFormedApiKey(`${key.slice(0, 10)}${other}${key.slice(11)}`)).toBe(false);
  });

  it.each(['', 'tl_live_', 'sk_live_abc', `tl_test_${'0'.repeat(38)}`, `tl_live_${'é'.repeat(38)}`])(
    'an API key in the form %j is refused',
    (key) => expect(isWellFormedApiKey(key)).toBe(false),
  );

  it('an API key is stored only as its SHA-256', () =>
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'));
});
