import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from '#libs/platform/redis/redis-location.js';
import { refusalOf } from './check-redis.js';

const plain = parseRedisUrl('redis://:word@redis.example:6379');
const secure = parseRedisUrl('rediss://:word@redis.example:6379');
const coded = (code: string, message = 'from the library') => Object.assign(new Error(message), { code });

describe('the refusal of a Redis that accepts connections', () => {
  it.each([
    ['NOAUTH Authentication required.', 'refuses the credentials (NOAUTH)'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'refuses the credentials (WRONGPASS)'],
    ['ERR invalid password', 'refuses the credentials (ERR)'],
    ['LOADING Redis is loading the dataset in memory', 'is not ready (LOADING)'],
    ['ERR something else\nand more', 'does not answer as expected (ERR something else)'],
    ['Command timed out', 'does not answer'],
    ['Connection is closed.', 'closes the connection: does it want TLS, rediss://?'],
  ])('the error «%s» is described in plain words', (message, expected) => {
    expect(refusalOf(new Error(message), plain, true)).toBe(`Redis at redis.example:6379 ${expected}`);
  });

  it('a failing TLS handshake is described as such, also without an error', () => {
    const error = coded('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(refusalOf(error, secure, false)).toBe(
      'TLS with Redis at redis.example:6379 fails (DEPTH_ZERO_SELF_SIGNED_CERT)',
    );
    expect(refusalOf(undefined, secure, false)).toBe('TLS with Redis at redis.example:6379 fails (no answer)');
  });

  it('any other error is described over TLS as it is without', () => {
    expect(refusalOf(new Error('NOAUTH'), secure, true)).toContain('credentials');
    expect(refusalOf(coded('ECONNRESET', 'read ECONNRESET'), secure, true)).toMatch(/closes the connection$/);
  });
});
