import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingWindow } from './sliding-window.js';

const windowMs = 60_000;
const slotMs = 1000;

describe('sliding window', () => {
  it('a request counts for the whole window and at most one slot longer', () =>
    fc.assert(
      fc.property(fc.nat(10 * windowMs), fc.nat(2 * windowMs), (takenAt, age) => {
        const window = new SlidingWindow(windowMs);
        window.take(takenAt);
        const used = window.used(takenAt + age);
        if (age < windowMs) expect(used).toBe(1);
        if (age >= windowMs + slotMs) expect(used).toBe(0);
      }),
    ));

  it('the window agrees with a log of slots, whatever the order of steps and rests', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(1500), fc.nat(150_000))), (gaps) => {
        const window = new SlidingWindow(windowMs);
        const taken: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const slot = Math.floor(now / slotMs);
          expect(window.used(now)).toBe(taken.filter((other) => other >= slot - 60).length);
          window.take(now);
          taken.push(slot);
        }
      }),
    ));

  it('the time at which fewer than a limit count is exact to the slot', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { minLength: 1 }), fc.integer({ min: 1, max: 50 }), (gaps, limit) => {
        const window = new SlidingWindow(windowMs);
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          window.take(now);
        }
        fc.pre(window.used(now) >= limit);
        const at = window.fewerThanAt(limit);
        expect(window.used(at - 1)).toBeGreaterThanOrEqual(limit);
        expect(window.used(at)).toBeLessThan(limit);
      }),
    ));

  it('a window whose length the slots do not divide evenly works', () => {
    const window = new SlidingWindow(100);
    window.take(1000);
    expect(window.used(1099)).toBe(1);
    expect(window.used(1103)).toBe(0);
  });
});
