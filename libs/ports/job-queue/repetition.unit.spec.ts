import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Repetition } from './repetition.js';

describe('repetition', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 10_000_250 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Times at which the repetition asked, in milliseconds since the start. */
  const observe = async (everyMs: number, forMs: number, answer: () => Promise<void> = async () => undefined) => {
    const began = Date.now();
    const asked: number[] = [];
    const repetition = new Repetition(everyMs, () => {
      asked.push(Date.now() - began);
      return answer();
    });
    await vi.advanceTimersByTimeAsync(forMs);
    return { asked, repetition };
  };

  it('a repetition asks at once, and then at the beginning and in the middle of each interval', async () => {
    expect((await observe(1_000, 2_000)).asked).toEqual([0, 250, 750, 1_250, 1_750]);
  });

  it('a repetition that failed to ask asks again soon', async () => {
    const answers = [Promise.reject(new Error('away')), Promise.resolve()];
    const { asked } = await observe(3_600_000, 10_000, () => answers.shift() ?? Promise.resolve());
    expect(asked).toEqual([0, 5_000]);
  });

  it('an error of asking is reported', async () => {
    const away = new Error('away');
    const faults: unknown[] = [];
    const ask = () => (faults.length === 0 ? Promise.reject(away) : Promise.resolve());
    const repetition = new Repetition(3_600_000, ask, (error) => faults.push(error));
    await vi.advanceTimersByTimeAsync(10_000);
    repetition.stop();
    expect(faults).toEqual([away]);
  });

  it('a repetition that is asked to ask now does so, and at the usual times as before', async () => {
    const { asked, repetition } = await observe(60_000, 5_000);
    await repetition.askNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([0, 5_000, 19_750, 49_750]);
  });

  it('a stopped repetition asks no more, also when it was just asking', async () => {
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const { asked, repetition } = await observe(1_000, 0, () => blocked);
    repetition.stop();
    unblock();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([0]);
  });

  it('an interval longer than any timer works', async () => {
    const day = 86_400_000;
    const { asked } = await observe(60 * day, 2 * day);
    expect(asked.length).toBeLessThan(10);
  });
});
