import { describe, expect, it } from 'vitest';
import { FrameLimit } from './frame-limit.js';

const fates = (limit: FrameLimit, count: number, now: number): Record<string, number> => {
  const found: Record<string, number> = {};
  for (let frame = 0; frame < count; frame += 1) {
    const fate = limit.take(now);
    found[fate] = (found[fate] ?? 0) + 1;
  }
  return found;
};

describe('the frames of a connection', () => {
  it('600 a minute are taken, then the caller is told once, and after as many more the connection closes', () => {
    const limit = new FrameLimit();
    expect(fates(limit, 600, 0)).toEqual({ take: 600 });
    expect(fates(limit, 600, 59_999)).toEqual({ refuse: 1, drop: 599 });
    expect(fates(limit, 1, 59_999)).toEqual({ close: 1 });
  });

  it('the next minute begins anew', () => {
    const limit = new FrameLimit();
    fates(limit, 601, 0);
    expect(fates(limit, 601, 60_000)).toEqual({ take: 600, refuse: 1 });
  });
});
