import fc from 'fast-check';
import { v4 as uuidv4 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { entryNumberOf, formatAuditId } from './audit-id.js';

const anyNumber = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const anyEvent = fc.uuid();

/** The bits of the UUID read five at a time, the slow way. */
const firstDigitsOf = (uuid: string): string => {
  const bits = BigInt(`0x${uuid.replaceAll('-', '')}`) >> 63n;
  let digits = '';
  for (let shift = 60n; shift >= 0n; shift -= 5n) {
    digits += '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number((bits >> shift) & 31n)];
  }
  return digits;
};

describe('an audit id', () => {
  it.each([
    [0, '00000000-0000-0000-0000-000000000000', `aud_${'0'.repeat(26)}`],
    [1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', `aud_0000000000001${'Z'.repeat(13)}`],
    [1_000_000, '08000000-0000-0000-0000-000000000000', 'aud_000000000YGJ01000000000000'],
    [Number.MAX_SAFE_INTEGER, '00000000-0000-0001-ffff-ffffffffffff', 'aud_007ZZZZZZZZZZ0000000000003'],
  ])('the audit id of entry %i and event %s is %s', (number, eventId, id) => {
    expect(formatAuditId(number, eventId)).toBe(id);
  });

  it('an audit id gives back the number of its entry', () => {
    fc.assert(
      fc.property(anyNumber, anyEvent, (number, eventId) => {
        expect(entryNumberOf(formatAuditId(number, eventId))).toBe(number);
      }),
      { seed: 1 },
    );
  });

  it('an audit id ends in the first 65 bits of the event id', () => {
    fc.assert(
      fc.property(anyNumber, anyEvent, (number, eventId) => {
        expect(formatAuditId(number, eventId).slice(-13)).toBe(firstDigitsOf(eventId));
      }),
      { seed: 2 },
    );
  });

  it('audit ids sort in the order of the log', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        expect(formatAuditId(a, uuidv4()) < formatAuditId(b, uuidv4())).toBe(a < b);
      }),
      {
        seed: 3,
        examples: [
          [31, 32],
          [9, 10],
        ],
      },
    );
  });

  it.each([
    '',
    'aud_',
    `aud_${'0'.repeat(25)}`,
    `aud_${'0'.repeat(27)}`,
    `AUD_${'0'.repeat(26)}`,
    `aud_${'0'.repeat(25)}I`,
    `aud_${'0'.repeat(25)}L`,
    `aud_${'0'.repeat(25)}O`,
    `aud_${'0'.repeat(25)}U`,
    `aud_${'0'.repeat(25)}a`,
    `aud_${'0'.repeat(26)}\n`,
    `aud_0080000000000${'0'.repeat(13)}`,
    `aud_${'Z'.repeat(26)}`,
  ])('the string %j is not an audit id', (text) => {
    expect(entryNumberOf(text)).toBeUndefined();
  });
});
