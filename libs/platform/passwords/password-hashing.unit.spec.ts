import { expect, it } from 'vitest';
import { hashPassword, passwordFault, verifyPassword } from './password-hashing.js';

it('a password is kept as a salted argon2id hash, and known again however its letters are composed', async () => {
  const composed = 'caf\u00e9 cr\u00e8me caf\u00e9';
  const hash = await hashPassword(composed);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword(composed)).not.toBe(hash);
  expect(await verifyPassword(hash, composed.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(hash, `${composed} `)).toBe(false);
});

it('a new password has twelve characters at least and 256 bytes at most, whatever they are', () => {
  expect(passwordFault('aaaaaaaaaaa')).toMatch('at least 12');
  expect(passwordFault('aaaaaaaaaaaa')).toBeUndefined();
  expect(passwordFault('😀'.repeat(11))).toMatch('at least 12');
  expect(passwordFault('😀'.repeat(12))).toBeUndefined();
  expect(passwordFault('a'.repeat(256))).toBeUndefined();
  expect(passwordFault('a'.repeat(257))).toMatch('at most 256');
  expect(passwordFault(`${'a'.repeat(12)}\ud800`)).toMatch('Unicode');
});
