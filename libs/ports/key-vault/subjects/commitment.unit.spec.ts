import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitmentTo, commitTo } from './commitment.js';

describe('a commitment', () => {
  it('a commitment is SHA-256 of the salt and the canonical JSON of the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 32, maxLength: 32 }), (value, salt) => {
        const expected = createHash('sha256')
          .update(salt)
          .update(`${canonicalize(value)}`)
          .digest('base64');
        expect(commitmentTo(value, salt)).toBe(expected);
      }),
    );
  });

  it('a commitment stays what it was', () =>
    expect(commitmentTo('203.0.113.7', Buffer.alloc(32, 1))).toBe('HJS4kHwdqWB17/AAIuSmRHiNvSNi79JbR6hiYCct1Rg='));

  it('a value that is not well-formed Unicode is committed to as it can be written', () => {
    const salt = Buffer.alloc(32, 2);
    expect(commitmentTo('a\ud800', salt)).toBe(commitmentTo('a\ufffd', salt));
  });

  it('each value has a salt of its own, and opens with it alone', () => {
    const values = { user_id: 'usr_1', ip_address: 'usr_1' };
    const { salts, commitments } = commitTo(values, randomBytes);
    expect(Buffer.from(salts.user_id ?? '', 'base64')).toHaveLength(32);
    expect(salts.user_id).not.toBe(salts.ip_address);
    for (const name of ['user_id', 'ip_address'] as const)
      expect(commitmentTo(values[name], Buffer.from(salts[name] ?? '', 'base64'))).toBe(commitments[name]);
    expect(commitments.user_id).not.toBe(commitments.ip_address);
  });
});
