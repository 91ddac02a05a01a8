import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from '#libs/platform/redis/redis-location.js';
import { refusalOf } from './check-redis.js';

const plain = parseRedisUrl('redis://:word@redis.example:6379');
const secure = parseRedisUrl('rediss://:word@redis.example:6379');
const coded = (code: string, message = 'from the library') => Object.assign(new Error(message), { code });

describe('what is wrong with a Redis that takes connections', () => {
  it.each([
    ['NOAUTH Authentication required.', 'refuses the credentials (NOAUTH)'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'refuses the credentials (WRONGPASS)'],
    ['ERR invalid password', 'refuses the credentials (ERR)'],
    ['LOADING Redis is loading the dataset in memory', 'is not ready (LOADING)'],
    ['ERR something else\nand more', 'does not answer as expected (ERR something else)'],
    ['Command timed out', 'does not answer'],
    ['Connection is closed.', 'closes the connection: does it want TLS, rediss://?'],
  ])('%s', (message, expected) => {
    expect(refusalOf(new Error(message), plain, true)).toBe(`Redis at redis.example:6379 ${expected}`);
  });

  it('TLS that does not come about', () => {
    const error = coded('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(refusalOf(error, secure, false)).toBe(
      'TLS with Redis at redis.example:6379 fails (DEPTH_ZERO_SELF_SIGNED_CERT)',
    );
    expect(refusalOf(undefined, secure, false)).toBe('TLS with Redis at redis.example:6379 fails (no answer)');
  });

  it('with TLS, anything else', () => {
    expect(refusalOf(new Error('NOAUTH'), secure, true)).toContain('credentials');
    expect(refusalOf(coded('ECONNRESET', 'read ECONNRESET'), secure, true)).toMatch(/closes the connection$/);
  });
});
