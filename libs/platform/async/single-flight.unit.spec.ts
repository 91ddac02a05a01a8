import { describe, expect, it, vi } from 'vitest';
import { KeyedSingleFlight, SingleFlight } from './single-flight.js';

const heldWork = () => {
  const calls: PromiseWithResolvers<number>[] = [];
  const work = vi.fn(() => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  });
  return { calls, work };
};

describe('a single flight', () => {
  it('a single flight is shared by all callers that come while it runs', async () => {
    const { calls, work } = heldWork();
    const flight = new SingleFlight(work);
    const asked = Promise.all([flight.run(), flight.run()]);
    calls[0]?.resolve(1);
    expect(await asked).toEqual([1, 1]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('a single flight begins anew for callers that come after its end', async () => {
    const { calls, work } = heldWork();
    const flight = new SingleFlight(work);
    const first = flight.run();
    calls[0]?.resolve(1);
    await first;
    const second = flight.run();
    calls[1]?.resolve(2);
    expect(await second).toBe(2);
  });

  it('a single flight that fails rejects for all that share it and for no later caller', async () => {
    const { calls, work } = heldWork();
    const flight = new SingleFlight(work);
    const asked = Promise.allSettled([flight.run(), flight.run()]);
    calls[0]?.reject(new Error('away'));
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = flight.run();
    calls[1]?.resolve(3);
    expect(await again).toBe(3);
  });
});

describe('single flights by key', () => {
  it('a keyed single flight is shared only by callers of the same key', async () => {
    const { calls, work } = heldWork();
    const flights = new KeyedSingleFlight<number>();
    const asked = Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)]);
    calls.forEach((call, index) => {
      call.resolve(index);
    });
    expect(await asked).toEqual([0, 0, 1]);
  });

  it('a keyed single flight is found by its key while it runs, and not afterwards', async () => {
    const { calls, work } = heldWork();
    const flights = new KeyedSingleFlight<number>();
    const flight = flights.run('a', work);
    expect(flights.running('a')).toBe(flight);
    calls[0]?.resolve(1);
    await flight;
    expect(flights.running('a')).toBeUndefined();
  });

  it('a forgotten flight ends for those that share it and leaves the newer flight alone', async () => {
    const { calls, work } = heldWork();
    const flights = new KeyedSingleFlight<number>();
    const before = flights.run('a', work);
    flights.forget();
    const after = flights.run('a', work);
    calls[0]?.resolve(1);
    expect(await before).toBe(1);
    expect(flights.running('a')).toBe(after);
    calls[1]?.resolve(2);
    expect(await after).toBe(2);
  });
});
