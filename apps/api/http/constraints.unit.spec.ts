import { validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import {
  IsAddressRange,
  IsLabel,
  IsLanguageTag,
  IsText,
  IsTimestamp,
  IsUserId,
  parseTimestamp,
} from './constraints.js';

const faultOf = (rule: PropertyDecorator, value: unknown): string | undefined => {
  class Holder {
    value = value;
  }
  rule(Holder.prototype, 'value');
  return Object.values(validateSync(new Holder())[0]?.constraints ?? {})[0];
};

const passes = (rule: PropertyDecorator, value: unknown): boolean => faultOf(rule, value) === undefined;

it('an offset whose + became a space in a URL is told from any other time that is none', () => {
  expect(faultOf(IsTimestamp(), '2026-11-21T08:30:00 02:00')).toMatch(/%2B in a URL/);
  expect(faultOf(IsTimestamp(), '2026-11-21 08:30')).toMatch(/T08:30:00Z$/);
});

it('an empty text is said to be empty', () => {
  expect(faultOf(IsText(), '')).toBe('must not be empty');
  expect(faultOf(IsText(), ['a'])).toMatch(/must be a string/);
});

it.each(['usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'usr_nobody', 'usr_\n', 'operator', 'operator:nightly', '[unknown]'])(
  'a user may be %s',
  (id) => expect(passes(IsUserId(), id)).toBe(true),
);

it.each(['', 'x', 'usr_', 'acc_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'a@example.com', 'operators', 5])(
  'a user is never %j',
  (id) => expect(passes(IsUserId(), id)).toBe(false),
);

describe('the code of a language', () => {
  it.each(['es', 'ES', 'pt-BR', 'zh-Hans', 'ca-valencia', 'so'])('a code may be %s, installed or not', (code) =>
    expect(passes(IsLanguageTag(), code)).toBe(true),
  );

  it.each([
    ['xx', undefined],
    ['xx-US', undefined],
    ['spa', 'es'],
    ['Spanish', 'es'],
    ['pt_br', 'pt-BR'],
    ['', undefined],
    [5, undefined],
  ])('a code is never %j, which may mean %s', (code, meant) =>
    expect(faultOf(IsLanguageTag(), code)).toBe(
      `must be the code of a language, such as "es"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    ),
  );
});

describe('a timestamp', () => {
  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['2026-12-31', '2026-12-31T00:00:00.000Z'],
    ['2026-11-21T08:30Z', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T08:30', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T08:30:15.5', '2026-11-21T08:30:15.500Z'],
    ['2026-11-21T08:30:15.123456789Z', '2026-11-21T08:30:15.123Z'],
    ['2026-11-21T08:30:00+02:00', '2026-11-21T06:30:00.000Z'],
    ['2026-11-21T23:30:00-05:00', '2026-11-22T04:30:00.000Z'],
    ['2026-01-01T00:30:00+05:30', '2025-12-31T19:00:00.000Z'],
  ])('the timestamp %s is read as %s', (text, expected) => expect(parseTimestamp(text)?.toISOString()).toBe(expected));

  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-21T25:00:00Z',
    '2026-11-21T08:61:00Z',
    '2026-11-21T08:30:60Z',
    '2026-11-21T08:30:00+25:00',
    '2026-11-21 08:30:00Z',
    '2026-11-21T08:30:00 02:00',
    '2026-11-21Z',
    '20261121',
    '21.11.2026',
    '1795000000',
    '+002026-11-21',
    'tomorrow',
    '',
    ' 2026-11-21',
    '2026-11-21\n',
  ])('the text %j is no timestamp', (text) => expect(parseTimestamp(text)).toBeUndefined());

  it('a timestamp must be a string', () => {
    expect(passes(IsTimestamp(), '2026-11-21')).toBe(true);
    expect(passes(IsTimestamp(), 1_795_000_000)).toBe(false);
    expect(passes(IsTimestamp(), new Date())).toBe(false);
  });
});

describe('a text', () => {
  it.each([
    ['a word', 'word'],
    ['white space alone', ' \n\t'],
    ['an astral character', '😀'],
    ['control characters but NUL', 'a\u0001\u001f'],
    ['direction marks', 'a\u202eb'],
    ['a byte order mark', '\ufeff'],
  ])('a text may be %s', (_what, value) => expect(passes(IsText(), value)).toBe(true));

  it.each([
    ['empty', ''],
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\ude00a'],
    ['surrogates in the wrong order', '\ude00\ud83d'],
    ['a number', 1],
    ['null', null],
    ['an object that looks like a string', Object('word')],
  ])('a text is never %s', (_what, value) => expect(passes(IsText(), value)).toBe(false));
});

describe('a label', () => {
  it.each([
    ['short', 'server'],
    ['as long as may be', 'x'.repeat(10)],
    ['as long as may be, in astral characters', '😀'.repeat(10)],
  ])('a label may be %s', (_what, value) => expect(passes(IsLabel(10), value)).toBe(true));

  it.each([
    ['too long', 'x'.repeat(11)],
    ['blank', '   '],
    ['of two lines', 'one\ntwo'],
    ['with an escape', 'one\u001b[31m'],
    ['with a C1 control', 'one\u0085'],
    ['with a lone surrogate', '\ud83d'],
    ['a number', 5],
  ])('a label is never %s', (_what, value) => expect(passes(IsLabel(10), value)).toBe(false));
});

describe('an address range', () => {
  it.each(['192.0.2.1', '192.0.2.0/24', '2001:db8::/32', '::ffff:192.0.2.0/120', '0.0.0.0/0'])(
    'an address range may be %s',
    (value) => expect(passes(IsAddressRange(), value)).toBe(true),
  );

  it.each([
    '192.0.2.0/33',
    '192.0.2',
    '192.0.2.1-192.0.2.9',
    'example.com',
    '010.0.0.1',
    '2001:db8::/129',
    '',
    5,
    null,
  ])('an address range is never %j', (value) => expect(passes(IsAddressRange(), value)).toBe(false));
});

it.each([
  ['0000-01-01', '0001-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59-12:00', '9999-12-30T23:59:59.999Z'],
  ['9999-12-31', '9999-12-30T23:59:59.999Z'],
])('the time %s is clamped to the last one that the database can store', (value, taken) =>
  expect(parseTimestamp(value)?.toISOString()).toBe(taken),
);
