import { expect, it } from 'vitest';
import type { ReadStreamOptions } from '../event-store.port.js';
import { appendToEnd } from './append-to-end.js';
import { eventNumbered, largeEventNumbered } from './numbered-events.js';
import { labels, readWhole } from './reading.js';
import type { UnderTest } from './under-test.contract.js';

export const readStreamContract = (current: UnderTest): void => {
  it('a stream that does not exist is read as empty', async () => {
    expect(await readWhole(current().store, 'thing-1')).toEqual([]);
    expect(await readWhole(current().store, 'thing-1', { direction: 'backwards' })).toEqual([]);
  });

  const cases: [ReadStreamOptions, number[]][] = [
    [{}, [0, 1, 2, 3, 4]],
    [{ from: 2 }, [2, 3, 4]],
    [{ from: 5 }, []],
    [{ from: 500 }, []],
    [{ limit: 2 }, [0, 1]],
    [{ limit: 0 }, []],
    [{ limit: 50 }, [0, 1, 2, 3, 4]],
    [{ from: 3, limit: 1 }, [3]],
    [{ direction: 'backwards' }, [4, 3, 2, 1, 0]],
    [{ direction: 'backwards', from: 2 }, [2, 1, 0]],
    [{ direction: 'backwards', from: 500 }, [4, 3, 2, 1, 0]],
    [{ direction: 'backwards', from: 0 }, [0]],
    [{ direction: 'backwards', limit: 1 }, [4]],
    [{ direction: 'backwards', from: 3, limit: 2 }, [3, 2]],
  ];
  it.each(cases)('reading %j of five events returns revisions %j', async (options, expected) => {
    const { store } = current();
    await appendToEnd(store, 'other-1', [eventNumbered('other')]);
    await store.append(
      'thing-1',
      [0, 1, 2, 3, 4].map((n) => eventNumbered(n)),
      'no-stream',
    );
    await appendToEnd(store, 'thing-10', [eventNumbered('longer name')]);
    expect(labels(await readWhole(store, 'thing-1', options))).toEqual(expected);
  });

  it('a stream longer than any page is read whole in both directions', async () => {
    const { store } = current();
    const all = Array.from({ length: 1_203 }, (_, n) => n);
    await store.append(
      'thing-1',
      all.map((n) => eventNumbered(n)),
      'no-stream',
    );
    expect(labels(await readWhole(store, 'thing-1'))).toEqual(all);
    expect(labels(await readWhole(store, 'thing-1', { direction: 'backwards' }))).toEqual(all.toReversed());
    expect(labels(await readWhole(store, 'thing-1', { from: 1, limit: 1_001 }))).toEqual(all.slice(1, 1_002));
  });

  it('events too large to be held together are read', async () => {
    const { store } = current();
    for (let n = 0; n < 12; n += 1) await appendToEnd(store, 'thing-1', [largeEventNumbered(n)]);
    expect(labels(await readWhole(store, 'thing-1'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('a reader may leave a stream before its end', async () => {
    const { store } = current();
    await store.append(
      'thing-1',
      [0, 1, 2].map((n) => eventNumbered(n)),
      'no-stream',
    );
    for await (const event of store.readStream('thing-1')) {
      if (event.revision === 1) break;
    }
    expect(await readWhole(store, 'thing-1')).toHaveLength(3);
  });

  it('each of many streams that are read at once gives its own events, in either direction', async () => {
    const { store } = current();
    const all = Array.from({ length: 25 }, (_, n) => n);
    const numbersOf = (n: number): number[] => Array.from({ length: 1 + (n % 4) }, (_, at) => 100 * n + at);
    for (const n of all) {
      const events = numbersOf(n).map((number) => eventNumbered(number));
      await store.append(`thing-${n}`, events, 'no-stream');
    }
    const forwards = await Promise.all(all.map(async (n) => labels(await readWhole(store, `thing-${n}`))));
    expect(forwards).toEqual(all.map(numbersOf));
    const last = { direction: 'backwards', limit: 1 } as const;
    const backwards = await Promise.all(all.map(async (n) => labels(await readWhole(store, `thing-${n}`, last))));
    expect(backwards).toEqual(all.map((n) => numbersOf(n).slice(-1)));
    expect(await Promise.all(all.map((n) => readWhole(store, `nothing-${n}`)))).toEqual(all.map(() => []));
  });
};
