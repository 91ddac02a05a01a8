import { once } from 'node:events';
import { START, streamNameFilter } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { collect, numbered, numbersOf, openDouble, streamsOf } from './double.fixture.js';

it('a stream is read from a revision, inclusive, in both directions', async () => {
  const { client } = await openDouble();
  await client.appendToStream('a', numbered(5));
  const read = async (options: Parameters<typeof client.readStream>[1]) =>
    numbersOf(await collect(client.readStream('a', options)));
  expect(await read({ fromRevision: 2n, maxCount: 2 })).toEqual([2, 3]);
  expect(await read({ fromRevision: 9n })).toEqual([]);
  expect(await read({ direction: 'backwards', fromRevision: 2n })).toEqual([2, 1, 0]);
  expect(await read({ direction: 'backwards', fromRevision: 'end', maxCount: 2 })).toEqual([4, 3]);
  expect(await read({ direction: 'backwards', fromRevision: START })).toEqual([0]);
});

it('a read of a stream that does not exist says so', async () => {
  const { client } = await openDouble();
  await expect(collect(client.readStream('none'))).rejects.toMatchObject({ type: 'stream-not-found' });
});

it.each(['per-event', 'per-append'] as const)(
  'all events are read in order of their positions, %s',
  async (commitPositions) => {
    const { client } = await openDouble({ commitPositions, systemEvents: false });
    for (let n = 0; n < 12; n += 3) await client.appendToStream(`s-${n}`, numbered(3, n));
    const all = await collect(client.readAll());
    expect(numbersOf(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (const [index, { event }] of all.entries()) {
      const position = event?.position ?? { commit: 0n, prepare: 0n };
      const forwards = await collect(client.readAll({ fromPosition: position, maxCount: 2 }));
      expect(numbersOf(forwards)).toEqual([index, index + 1].filter((n) => n < 12));
      const backwards = client.readAll({ fromPosition: position, direction: 'backwards', maxCount: 2 });
      expect(numbersOf(await collect(backwards))).toEqual([index - 1, index - 2].filter((n) => n >= 0));
    }
    const last = client.readAll({ fromPosition: 'end', direction: 'backwards', maxCount: 1 });
    expect(numbersOf(await collect(last))).toEqual([11]);
  },
);

it('events of the system and of other applications are among all events', async () => {
  const { double, client } = await openDouble();
  await double.writeForeignEvents('elsewhere', 2);
  await double.writeSystemEvents(1);
  const streams = streamsOf(await collect(client.readAll()));
  expect(streams).toContain('$users');
  expect(streams.slice(-3)).toEqual(['elsewhere', 'elsewhere', '$stats-127.0.0.1']);
});

it('the metadata of a stream hide events from its readers, but not from readers of the whole log', async () => {
  const { client } = await openDouble({ systemEvents: false });
  await client.appendToStream('a', numbered(5));
  await client.setStreamMetadata('a', { truncateBefore: 3 });
  expect(numbersOf(await collect(client.readStream('a')))).toEqual([3, 4]);
  await client.setStreamMetadata('a', { maxCount: 1 });
  expect(numbersOf(await collect(client.readStream('a')))).toEqual([4]);
  expect(await collect(client.readAll())).toHaveLength(7);
});

it('a read waits for a slower reader', async () => {
  const { double, client } = await openDouble({ systemEvents: false });
  await double.writeForeignEvents('many', 20_000);
  let expected = 0;
  for await (const { event } of client.readAll()) {
    expect(event?.revision).toBe(BigInt(expected));
    expected += 1;
    if (expected % 2000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(expected).toBe(20_000);
});

it('a read that resolves links is refused with a clear error', async () => {
  const { client } = await openDouble();
  await expect(collect(client.readAll({ resolveLinkTos: true }))).rejects.toThrow('does not imitate');
});

it('a filtered read takes its time for each event that it examines, and a subscription too', async () => {
  const { double, client } = await openDouble({ systemEvents: false, readMicrosPerEvent: 50 });
  await double.writeForeignEvents('elsewhere', 4_000);
  const begun = performance.now();
  const filter = streamNameFilter({ prefixes: ['mine-'] });
  await once(
    client.subscribeToAll({ filter }).on('data', () => undefined),
    'caughtUp',
  );
  expect(performance.now() - begun).toBeGreaterThanOrEqual(150);
  expect(double.readCounts).toMatchObject({ readsOfAll: 0, subscriptions: 1, examined: 4_000 });
  expect(await collect(client.readAll({ maxCount: 10 }))).toHaveLength(10);
  expect(double.readCounts).toMatchObject({ readsOfAll: 1, subscriptions: 1 });
});
