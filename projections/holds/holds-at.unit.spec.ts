import { expect, it } from 'vitest';
import { expiryUnderHolds } from './expiry-under-holds.js';
import { holdsAt } from './holds-at.js';

const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const holds = [
  { placed_at: at(2), lifted_at: at(4) },
  { placed_at: at(3), lifted_at: at(6) },
  { placed_at: at(8), lifted_at: null },
];

it.each([
  [1, { is_held: false, last_lifted_at: null }],
  [2, { is_held: true, last_lifted_at: null }],
  [5, { is_held: true, last_lifted_at: at(4) }],
  [6, { is_held: false, last_lifted_at: at(6) }],
  [8, { is_held: true, last_lifted_at: at(6) }],
])('at hour %i the holds were those that had been placed and not lifted', (hour, expected) => {
  expect(holdsAt(holds, at(hour))).toEqual(expected);
});

it('a document expires with its translations, not while it is held, and a day after its last hold at the earliest', () => {
  const document = { status: 'active', last_expiry: at(5), is_held: false, last_lifted_at: null } as const;
  const nextDay = '2026-11-22T06:00:00.000Z';
  expect(expiryUnderHolds({ ...document, last_expiry: null })).toBeNull();
  expect(expiryUnderHolds(document)).toBe(at(5));
  expect(expiryUnderHolds({ ...document, is_held: true })).toBeNull();
  expect(expiryUnderHolds({ ...document, is_held: true, status: 'expired' })).toBe(at(5));
  expect(expiryUnderHolds({ ...document, last_lifted_at: at(6) })).toBe(nextDay);
  const far = '2026-12-01T00:00:00.000Z';
  expect(expiryUnderHolds({ ...document, last_expiry: far, last_lifted_at: at(6) })).toBe(far);
});
