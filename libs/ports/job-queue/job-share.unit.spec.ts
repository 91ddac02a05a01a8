import { describe, expect, it } from 'vitest';
import { JobShare } from './job-share.js';

it('a key that has its share lets the others in', async () => {
  const share = new JobShare({ slots: 3, perKey: 2 });
  const leave = await share.enter({ key: 'a' });
  expect(await Promise.all(['a', 'a', 'b'].map((key) => share.enter({ key })))).toEqual([
    expect.any(Function),
    undefined,
    expect.any(Function),
  ]);
  leave?.();
  expect(await share.enter({ key: 'a' })).toBeDefined();
});

it('a part that has its share lets the other parts of its key in, up to the share of the key', async () => {
  const share = new JobShare({ slots: 4, perKey: 3, perPart: 2 });
  const enter = (part: string) => share.enter({ key: 'a', part });
  const leave = await enter('hangs');
  const places = await Promise.all(['hangs', 'hangs', 'works', 'works'].map(enter));
  expect(places.map((place) => place !== undefined)).toEqual([true, false, true, false]);
  leave?.();
  expect(await enter('hangs')).toBeDefined();
});

describe('places in all processes', () => {
  it('a part whose places are taken elsewhere is put off, and takes none of its key here', async () => {
    const share = new JobShare({
      ...{ slots: 1, perKey: 1 },
      enterEverywhere: async (part) => (part.includes('hangs') ? undefined : () => undefined),
    });
    expect(await share.enter({ key: 'a', part: 'hangs' })).toBeUndefined();
    expect(await share.enter({ key: 'a', part: 'works' })).toBeDefined();
  });

  it('a place that is left is left everywhere, and none is asked for that is not free here', async () => {
    let [asked, left] = [0, 0];
    const enterEverywhere = async () => {
      asked += 1;
      return () => {
        left += 1;
      };
    };
    const share = new JobShare({ slots: 1, perKey: 1, enterEverywhere });
    const leave = await share.enter({ key: 'a' });
    expect(await share.enter({ key: 'a' })).toBeUndefined();
    leave?.();
    expect([asked, left]).toEqual([1, 1]);
  });

  it('while they cannot be counted, everything is put off', async () => {
    const enterEverywhere = () => Promise.reject(new Error('away'));
    const share = new JobShare({ slots: 1, perKey: 1, enterEverywhere });
    expect(await share.enter({ key: 'a' })).toBeUndefined();
  });
});

it('jobs of one part are put off apart from those of another', () => {
  const share = new JobShare({ slots: 1, perKey: 1, spacingMs: 100 });
  const waits = ['hangs', 'hangs', 'works'].map((part) => share.waitOf({ key: 'a', part }, 5_000));
  expect(waits).toEqual([1_000, 1_100, 1_000]);
});

it('jobs of one key are put off to times one after the other, and those of another are not behind them', () => {
  const share = new JobShare({ slots: 1, perKey: 1, spacingMs: 100 });
  const waits = Array.from({ length: 4 }, () => share.waitOf({ key: 'a' }, 5_000));
  expect([waits, share.waitOf({ key: 'b' }, 5_000)]).toEqual([[1_000, 1_100, 1_200, 1_300], 1_000]);
  expect(share.waitOf({ key: 'a' }, 60_000)).toBe(1_000);
});

it('no job is put off for more than a minute', () => {
  const share = new JobShare({ slots: 1, perKey: 1 });
  const waits = Array.from({ length: 2_000 }, () => share.waitOf({ key: 'a' }, 0));
  expect(Math.max(...waits)).toBe(60_000);
});
