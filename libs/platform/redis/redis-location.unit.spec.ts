import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from './redis-location.js';

describe('URL of Redis', () => {
  it.each([
    ['redis://localhost', { host: 'localhost', port: 6379, secure: false, name: 'Redis at localhost:6379' }],
    ['rediss://me:word@cache.example:6380/2', { host: 'cache.example', port: 6380, secure: true }],
    ['redis://:p%40ss@[::1]:7000', { host: '::1', port: 7000, name: 'Redis at [::1]:7000' }],
  ])('the Redis URL %s is parsed to its location', (url, expected) => {
    expect(parseRedisUrl(url)).toMatchObject(expected);
  });

  it.each(['localhost:6379', 'http://:word@localhost', 'redis://', ':word@localhost', ''])(
    'a Redis URL is refused without being repeated: "%s"',
    (url) => {
      expect(() => parseRedisUrl(url)).toThrow(RangeError);
      expect(() => parseRedisUrl(url)).not.toThrow(/word|localhost/);
    },
  );

  it('the name of a Redis location holds no password', () => {
    expect(parseRedisUrl('redis://me:word@localhost').name).not.toMatch(/me|word/);
  });
});
