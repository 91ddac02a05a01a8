import { describe, expect, it } from 'vitest';
import {
  base64Key,
  duration,
  flag,
  formatDuration,
  integer,
  languagePair,
  list,
  origin,
  text,
  url,
} from './parsers.js';

const day = 86_400_000;

describe('a duration', () => {
  it.each([
    ['P7D', 7 * day],
    ['P1W', 7 * day],
    ['PT12H', day / 2],
    ['P1DT1H1M1S', day + 3_661_000],
  ])('%s is read', (value, expected) => expect(duration(value)).toBe(expected));

  it.each(['', 'P', 'PT', '7D', 'P0D', 'P1Y', 'P-1D', 'p7d'])('%j is refused', (value) =>
    expect(() => duration(value)).toThrow(/duration/),
  );

  it.each(['P7D', 'PT12H', 'P1DT1H1M1S', 'PT5M'])('%s is written as it was read', (value) =>
    expect(formatDuration(duration(value))).toBe(value),
  );
});

describe('settings', () => {
  it('reads whole numbers within bounds', () => {
    expect(integer(0, 65_535)('8080')).toBe(8080);
    for (const value of ['-1', '65536', '1.5', '1e3', 'abc', ' ']) expect(() => integer(0, 65_535)(value)).toThrow();
  });

  it('reads flags', () => {
    expect(['true', '1', 'false', '0'].map(flag)).toEqual([true, true, false, false]);
    expect(() => flag('yes')).toThrow('true or false');
  });

  it('reads lists, and an empty one', () => {
    expect(list(text)('a, b ,,c')).toEqual(['a', 'b', 'c']);
    expect(list(text)('')).toEqual([]);
  });

  it('reads URLs of the schemes wanted, without a slash at the end', () => {
    expect(url('http', 'https')('https://example.com/')).toBe('https://example.com');
    expect(() => url('http')('ftp://example.com')).toThrow('http://');
    expect(() => url('http')('example')).toThrow();
  });

  it('reads origins', () => {
    expect(origin('https://console.example.com')).toBe('https://console.example.com');
    expect(() => origin('https://console.example.com/path')).toThrow();
  });

  it('reads keys of 32 bytes in base64', () => {
    expect(base64Key(Buffer.alloc(32, 7).toString('base64'))).toHaveLength(32);
    for (const value of ['', 'short', Buffer.alloc(31).toString('base64'), '!'.repeat(44)]) {
      expect(() => base64Key(value)).toThrow('32 bytes');
    }
  });

  it('reads language pairs', () => {
    expect(languagePair('en-es')).toEqual({ source: 'en', target: 'es' });
    expect(() => languagePair('eng-spa')).toThrow();
  });
});
