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
  it('is shared by all who ask while it runs', async () => {
    const { calls, work } = heldWork();
    const flight = new SingleFlight(work);
    const asked = Promise.all([flight.run(), flight.run()]);
    calls[0]?.resolve(1);
    expect(await asked).toEqual([1, 1]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('begins anew for those who ask after its end', async () => {
    const { calls, work } = heldWork();
    const flight = new SingleFlight(work);
    const first = flight.run();
    calls[0]?.resolve(1);
    await first;
    const second = flight.run();
    calls[1]?.resolve(2);
    expect(await second).toBe(2);
  });

  it('fails for all who share it and for nobody after them', async () => {
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
  it('are shared by those who ask for the same key alone', async () => {
    const { calls, work } = heldWork();
    const flights = new KeyedSingleFlight<number>();
    const asked = Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)]);
    calls.forEach((call, index) => {
      call.resolve(index);
    });
    expect(await asked).toEqual([0, 0, 1]);
  });

  it('are known by their key while they run, and not afterwards', async () => {
    const { calls, work } = heldWork();
    const flights = new KeyedSingleFlight<number>();
    const flight = flights.run('a', work);
    expect(flights.running('a')).toBe(flight);
    calls[0]?.resolve(1);
    await flight;
    expect(flights.running('a')).toBeUndefined();
  });

  it('that are forgotten end for those who share them and leave the newer flight alone', async () => {
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
