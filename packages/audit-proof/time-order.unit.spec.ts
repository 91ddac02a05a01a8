import { describe, expect, it } from 'vitest';
import { TimeOrder } from './time-order.js';

/** The entries that are found of these times, each with its place as its id. */
const olderOf = (times: readonly string[], metadata: (place: number) => object = () => ({})) => {
  const order = new TimeOrder();
  for (const [place, time] of times.entries()) {
    order.take(String(place), { timestamp: `2026-11-21T${time}Z`, metadata: metadata(place) });
  }
  return order.older;
};

describe('the order of times', () => {
  it('entries that are written side by side may be older by a lease, and no more', () => {
    expect(olderOf(['10:00:00.000', '10:00:40.000', '10:00:10.000'])).toEqual({ count: 0, ids: [] });
    expect(olderOf(['10:00:00.000', '10:00:40.000', '10:00:09.999'])).toEqual({ count: 1, ids: ['2'] });
  });

  it('each entry that is older than the last one before them is named, not the first alone', () => {
    const times = ['16:05:00.000', '15:59:10.000', '15:59:11.000', '16:05:01.000', '16:04:40.000'];
    expect(olderOf(times)).toEqual({ count: 2, ids: ['1', '2'] });
  });

  it('many entries are counted, and the first of them named', () => {
    const older = olderOf(['16:00:00.000', ...Array<string>(30).fill('15:00:00.000')]);
    expect(older.count).toBe(30);
    expect(older.ids).toEqual(Array.from({ length: 20 }, (_, place) => String(place + 1)));
  });

  it('a count of refusals is written after its minute, and a time that is none is not compared', () => {
    const counted = { last_at: '2026-11-21T15:59:00.000Z' };
    const times = ['16:00:00.000', '15:59:00.000', '16:00:01.000'];
    expect(olderOf(times, (place) => (place === 1 ? counted : {}))).toEqual({ count: 0, ids: [] });
    expect(olderOf(['16:00:00.000', 'never', '15:00:00.000'])).toEqual({ count: 1, ids: ['2'] });
  });
});
