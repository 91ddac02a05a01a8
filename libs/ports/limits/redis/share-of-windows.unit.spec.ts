import { beforeEach, describe, expect, it } from 'vitest';
import { ShareOfWindows } from './share-of-windows.js';

const minute = 60_000;
const now = Date.UTC(2026, 0, 1);

let shares: ShareOfWindows;
beforeEach(() => {
  shares = new ShareOfWindows(2);
});

const take = (limit: number, at = now) => {
  const [state] = shares.take([{ key: 'key', limit }], minute, at);
  if (state === undefined) throw new Error('A window has one state');
  return state;
};

const allowed = (limit: number, at = now): number => {
  let count = 0;
  while (take(limit, at).allowed) count += 1;
  return count;
};

describe('the share of a node', () => {
  it('a key that Redis was never asked for has its share of the whole limit, and at least 1', () => {
    expect(allowed(20)).toBe(10);
    expect(new ShareOfWindows(100).take([{ key: 'key', limit: 20 }], minute, now)).toMatchObject([{ allowed: true }]);
  });

  it('a key has its share of what was left when Redis was last asked, until that is a window ago', () => {
    shares.note('key', minute, 14, now);
    expect(allowed(20)).toBe(3);
    expect(allowed(20, now + minute - 1)).toBe(0);
    expect(allowed(20, now + 2.1 * minute)).toBe(10);
  });

  it('a key that was used up is refused until what Redis counted has left the window', () => {
    shares.note('key', minute, 20, now);
    expect(take(20, now + 10_000)).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      resetAt: new Date(now + minute),
      retryAfter: 50,
    });
  });

  it('one request is taken of all windows or of none', () => {
    shares.note('full', minute, 20, now);
    const both = [
      { key: 'key', limit: 20 },
      { key: 'full', limit: 20 },
    ];
    expect(shares.take(both, minute, now).map((state) => state.allowed)).toEqual([true, false]);
    expect(take(20).remaining).toBe(9);
  });

  it('what was allowed is reported once, and again where the report failed', () => {
    allowed(20);
    const [requests] = shares.report(now);
    expect(requests).toEqual({ key: 'key', windowMs: minute, count: 10 });
    expect(shares.report(now)).toEqual([]);
    if (requests !== undefined) shares.unreport(requests, now);
    expect(allowed(20)).toBe(0);
    expect(shares.report(now)).toEqual([requests]);
  });
});
