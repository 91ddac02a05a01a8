import { expect, it } from 'vitest';
import { utcBeside } from './utc-time';

it.each([
  ['Europe/Helsinki', '2026-11-29T16:20:07.123Z', '16:20:07 UTC'],
  ['Europe/Helsinki', '2026-11-29T23:20:07Z', '2026-11-29 23:20:07 UTC'],
  ['America/New_York', '2026-11-29T03:00:00Z', '2026-11-29 03:00:00 UTC'],
  ['UTC', '2026-11-29T16:20:07Z', 'UTC'],
])('who reads in %s sees %s beside as %s', (timeZone, at, shown) => {
  expect(utcBeside(at, timeZone)).toBe(shown);
});
