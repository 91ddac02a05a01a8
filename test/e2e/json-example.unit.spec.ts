import { describe, expect, it } from 'vitest';
import { differences, differencesAnywhere, formOf, parseExample } from './json-example.js';

const isLike = (example: string, text: string, numbers: 'exact' | 'any' = 'exact'): boolean =>
  new RegExp(`^${formOf(example, numbers)}$`, 'u').test(text);

describe('an example of an answer', () => {
  it.each([
    ['doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'doc_01M8CBZVCTZN61D4PYNBMJN50A', true],
    ['doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'glo_01M8CBZVCTZN61D4PYNBMJN50A', false],
    ['2026-11-21T08:30:00.000Z', '2027-01-02T03:04:05.678Z', true],
    ['2026-11-21', '2027-01-02', true],
    ['2026-11-21T08:30:00.000Z', 'soon', false],
    ['tl_live_…', 'tl_live_abc', true],
    ['a.b', 'a-b', false],
    ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'a'.repeat(64), true],
    ['127.0.0.1:80/org_…+1a2b3c4d+A…', '127.0.0.1:80/org_1+00ff00ff+Abc', true],
  ])('%s is shown of %s: %s', (example, text, expected) => expect(isLike(example, text)).toBe(expected));

  it('numbers of a line are any numbers where they are not exact', () => {
    expect(isLike('48 events in 4.1 s', '7 events in 12 s', 'any')).toBe(true);
    expect(isLike('48 events in 4.1 s', '7 events in 12 s')).toBe(false);
  });

  it('an answer may have more fields and more items, and no others', () => {
    const example = { a: [{ b: 1 }], c: null, meta: { processing_time_ms: 9 } };
    expect(differences(example, { a: [{ b: 2 }, { b: 1, d: 3 }], c: null, meta: { processing_time_ms: 4 } })).toEqual(
      [],
    );
    expect(differences(example, { a: [{ b: 2 }], c: 0, meta: {} })).toEqual([
      '$.a[0].b is 2, and in the example 1',
      '$.c is 0, and in the example null',
      '$.meta.processing_time_ms is missing',
    ]);
    expect(differences([], ['a'])).toHaveLength(1);
    expect(differences([1], [])).toEqual(['$[0] is missing']);
  });

  it('an example of a part stands anywhere in the answer, and one of the whole is the whole', () => {
    const answer = { data: { a: 1 }, meta: { warnings: [{ code: 'b' }] } };
    expect(differencesAnywhere({ code: 'b' }, answer)).toEqual([]);
    expect(differencesAnywhere({ code: 'c' }, answer)).not.toEqual([]);
    expect(differencesAnywhere({ data: { a: 1 } }, { data: { data: { a: 1 } } })).not.toEqual([]);
  });

  it('what a page leaves out is no part of its JSON', () => {
    expect(parseExample('{"a": [1, …], "b": "x, y", …}')).toEqual({ a: [1], b: 'x, y' });
    expect(parseExample('{"a": …}')).toBeUndefined();
  });
});
