import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertEntries } from './glossary-entries.js';
import type { GlossaryEntry } from './glossary-entry.js';

const entry = (source: string, target = 'x'): GlossaryEntry => ({ source, target });

const refusalOf = (entries: readonly GlossaryEntry[]): Rejection => {
  try {
    assertEntries(entries);
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
  throw new Error('accepted');
};

const numbered = (count: number) => Array.from({ length: count }, (_, n) => entry(`term ${n}`));

describe('entries of a glossary', () => {
  it('a glossary may have no entries, 10,000 entries, and terms of 1,024 code points', () => {
    assertEntries([]);
    assertEntries(numbered(10_000));
    assertEntries([entry('😀'.repeat(1_024), 'y'.repeat(1_024))]);
  });

  it('entries may differ in case alone, and hold signs of every kind', () => {
    assertEntries([
      entry('Polish'),
      entry('polish'),
      entry('=1+1', '@SUM'),
      entry('.*'),
      entry('a\u200db'),
      entry(' a '),
    ]);
  });

  it('a glossary of more than 10,000 entries is refused', () => {
    expect(refusalOf(numbered(10_001))).toMatchObject({
      code: 'invalid_request',
      status: 400,
      details: { entries: ['must be at most 10000, not 10001'] },
    });
  });

  it('a glossary whose texts are too large together is refused', () => {
    const long = Array.from({ length: 2_000 }, (_, n) => entry(`${n} ${'s'.repeat(900)}`, 't'.repeat(200)));
    expect(refusalOf(long)).toMatchObject({ code: 'invalid_request', details: { entries: [expect.any(String)] } });
  });

  it.each([
    [[entry('a'), entry('')], 'entries[1].source'],
    [[entry('a', ' \u00a0')], 'entries[0].target'],
    [[entry('\u00ad')], 'entries[0].source'],
  ])('an entry without a source or a target is refused: %j', (entries, field) => {
    expect(refusalOf(entries)).toMatchObject({ code: 'missing_required_field', details: { [field]: ['is required'] } });
  });

  it.each([
    ['a NUL', entry('a\0')],
    ['a control character', entry('a', 'b\u001b')],
    ['a line break', entry('a\nb')],
    ['half a surrogate pair', entry('a', '\ud83d')],
    ['1,025 code points', entry('😀'.repeat(1_025))],
    ['a million code points', entry('a', 'a'.repeat(1_000_000))],
    ['a noncharacter', entry('\uffff')],
  ])('a term with %s is refused', (_, wrong) => {
    const refusal = refusalOf([entry('fine'), wrong]);
    expect(refusal).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(Object.keys(refusal.details ?? {})).toEqual([
      wrong.target === 'x' ? 'entries[1].source' : 'entries[1].target',
    ]);
  });

  it.each([
    ['in the same words', 'API key', 'API key'],
    ['in other white space', 'API key', ' API\u00a0 key '],
    ['in another normal form', 'caf\u00e9', 'cafe\u0301'],
  ])('a second entry with the same source %s is refused', (_, first, second) => {
    expect(refusalOf([entry('a'), entry(first), entry(second)])).toMatchObject({
      code: 'invalid_request',
      details: { 'entries[2]': ['has the same source as entries[1]'] },
    });
  });

  it('all faults are reported at once, 20 at the most, without a word of the texts', () => {
    const refusal = refusalOf([entry('', ''), entry('secret'), entry('secret'), entry('secret\0')]);
    expect(refusal.code).toBe('invalid_request');
    const places = ['entries[0].source', 'entries[0].target', 'entries[2]', 'entries[3].source'];
    expect(Object.keys(refusal.details ?? {})).toEqual(places);
    expect(JSON.stringify([refusal.message, refusal.details])).not.toContain('secret');
    const many = refusalOf(Array.from({ length: 100 }, () => entry('')));
    expect(Object.keys(many.details ?? {})).toHaveLength(20);
    expect(many).toMatchObject({ code: 'missing_required_field', status: 422 });
  });
});
