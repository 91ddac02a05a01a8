import { describe, expect, it } from 'vitest';
import {
  base64Key,
  duration,
  flag,
  formatDuration,
  integer,
  languagePair,
  list,
  modelName,
  origin,
  sourceUrl,
  sourceUrlOrPath,
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
  ])('the duration %s is parsed to its milliseconds', (value, expected) => expect(duration(value)).toBe(expected));

  it.each(['', 'P', 'PT', '7D', 'P0D', 'P1Y', 'P-1D', 'p7d'])('the text %j is refused as a duration', (value) =>
    expect(() => duration(value)).toThrow(/duration/),
  );

  it.each(['P7D', 'PT12H', 'P1DT1H1M1S', 'PT5M'])('the duration %s is formatted as it was read', (value) =>
    expect(formatDuration(duration(value))).toBe(value),
  );
});

describe('settings', () => {
  it('an integer setting is read within its bounds', () => {
    expect(integer(0, 65_535)('8080')).toBe(8080);
    for (const value of ['-1', '65536', '1.5', '1e3', 'abc', ' ']) expect(() => integer(0, 65_535)(value)).toThrow();
  });

  it('a flag setting reads true and false', () => {
    expect(['true', '1', 'false', '0'].map(flag)).toEqual([true, true, false, false]);
    expect(() => flag('yes')).toThrow('true or false');
  });

  it('a list setting reads its items, and an empty list', () => {
    expect(list(text)('a, b ,,c')).toEqual(['a', 'b', 'c']);
    expect(list(text)('')).toEqual([]);
  });

  it('a URL setting accepts the allowed schemes and drops a slash at the end', () => {
    expect(url('http', 'https')('https://example.com/')).toBe('https://example.com');
    expect(() => url('http')('ftp://example.com')).toThrow('http://');
    expect(() => url('http')('example')).toThrow();
  });

  it('an origin setting reads an origin and nothing more', () => {
    expect(origin('https://console.example.com')).toBe('https://console.example.com');
    expect(() => origin('https://console.example.com/path')).toThrow();
  });

  it('a key setting reads 32 bytes in base64', () => {
    expect(base64Key(Buffer.alloc(32, 7).toString('base64'))).toHaveLength(32);
    for (const value of ['', 'short', Buffer.alloc(31).toString('base64'), '!'.repeat(44)]) {
      expect(() => base64Key(value)).toThrow('32 bytes');
    }
  });

  it('a language pair setting reads pairs of languages', () => {
    expect(languagePair('en-es')).toEqual({ source: 'en', target: 'es' });
    expect(() => languagePair('eng-spa')).toThrow();
  });
});

describe('models', () => {
  it.each(['en-de', 'en-de:tiny', 'zh-Hans-en:base-memory', 'EN-DE'])('%s names a model', (value) =>
    expect(modelName(value)).toBe(value),
  );

  it.each(['en', 'en_de', 'en-de:', 'en-de:../x', 'english-german'])('%s names none', (value) =>
    expect(() => modelName(value)).toThrow('pairs of languages such as en-de'),
  );

  it('a catalogue is a path, or a URL as safe as a mirror', () => {
    expect(sourceUrlOrPath('catalogue.json')).toBe('catalogue.json');
    expect(() => sourceUrlOrPath('http://models.example/c.json')).toThrow('https://');
    expect(sourceUrl('https://reader:secret@models.example')).toBe('https://reader:secret@models.example');
  });
});
