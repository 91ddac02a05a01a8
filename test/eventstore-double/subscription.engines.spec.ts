import { once } from 'node:events';
import { eventTypeFilter, type Position, streamNameFilter } from '@eventstore/db-client';
import { expect, it, vi } from 'vitest';
import { collectFirst, numbered, numbersOf, openDouble } from './double.fixture.js';

it('a subscription sends old events, says that it has caught up, and goes on with new ones', async () => {
  const { client } = await openDouble({ systemEvents: false });
  await client.appendToStream('a', numbered(3));
  const subscription = client.subscribeToAll();
  const told: string[] = [];
  subscription.on('confirmation', () => told.push('confirmation'));
  subscription.on('caughtUp', () => {
    told.push('caughtUp');
    void client.appendToStream('b', numbered(2, 3));
  });
  expect(numbersOf(await collectFirst(subscription, 5))).toEqual([0, 1, 2, 3, 4]);
  expect(told).toEqual(['confirmation', 'caughtUp']);
});

it.each(['per-event', 'per-append'] as const)(
  'a subscription starts behind the position that it names, %s',
  async (commitPositions) => {
    const { client } = await openDouble({ systemEvents: false, commitPositions });
    await client.appendToStream('a', numbered(4));
    const [, second] = await collectFirst(client.subscribeToAll(), 2);
    const position = second?.event?.position ?? { commit: 0n, prepare: 0n };
    expect(numbersOf(await collectFirst(client.subscribeToAll({ fromPosition: position }), 2))).toEqual([2, 3]);
  },
);

it('a subscription to one stream starts behind a revision, exclusive, or at the end of the stream', async () => {
  const { client } = await openDouble();
  await client.appendToStream('a', numbered(3));
  const fromEnd = client.subscribeToStream('a', { fromRevision: 'end' });
  await once(fromEnd, 'confirmation');
  await client.appendToStream('other', numbered(1));
  await client.appendToStream('a', numbered(1, 3));
  expect(numbersOf(await collectFirst(fromEnd, 1))).toEqual([3]);
  expect(numbersOf(await collectFirst(client.subscribeToStream('a', { fromRevision: 0n }), 3))).toEqual([1, 2, 3]);
});

it('a subscription to a stream that does not exist yet gets its events once it does', async () => {
  const { client } = await openDouble();
  const subscription = client.subscribeToStream('later');
  await once(subscription, 'confirmation');
  await client.appendToStream('later', numbered(2));
  expect(numbersOf(await collectFirst(subscription, 2))).toEqual([0, 1]);
});

it.each([
  ['prefixes of the stream', streamNameFilter({ prefixes: ['wanted-', 'too-'] })],
  ['a pattern of the stream', streamNameFilter({ regex: '^(wanted|too)-' })],
  ['prefixes of the type', eventTypeFilter({ prefixes: ['Wanted'] })],
  ['a pattern of the type', eventTypeFilter({ regex: '^Wan.ed$' })],
])('a subscription filters by %s', async (_name, filter) => {
  const { client } = await openDouble();
  await client.appendToStream('wanted-1', numbered(2, 0, 'Wanted'));
  await client.appendToStream('not-wanted', numbered(2, 100, 'Unwanted'));
  await client.appendToStream('too-1', numbered(1, 2, 'Wanted'));
  expect(numbersOf(await collectFirst(client.subscribeToAll({ filter }), 3))).toEqual([0, 1, 2]);
});

it('a subscription sends checkpoints while nothing matches, and another can start at each of them', async () => {
  const { double, client } = await openDouble({ systemEvents: false });
  await double.writeForeignEvents('elsewhere', 25);
  const checkpoints: Position[] = [];
  let reached: () => void = () => {};
  const enough = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const subscription = client.subscribeToAll({
    filter: streamNameFilter({
      prefixes: ['mine-'],
      maxSearchWindow: 5,
      checkpointInterval: 2,
      checkpointReached: async (_subscription, position) => {
        checkpoints.push(position);
        if (checkpoints.length === 3) reached();
      },
    }),
  });
  subscription.on('data', () => {});
  await once(subscription, 'caughtUp');
  expect(checkpoints).toHaveLength(2);
  await double.writeForeignEvents('elsewhere', 5);
  await enough;
  await subscription.unsubscribe();
  const [next] = await collectFirst(client.subscribeToAll({ fromPosition: checkpoints[1] ?? 'end' }), 1);
  expect(next?.event?.revision).toBe(20n);
});

it('several subscriptions are served, each at its own pace', async () => {
  const { double, client } = await openDouble({ systemEvents: false });
  await double.writeForeignEvents('many', 10_000);
  const counts = [1, 2, 3].map(async () => (await collectFirst(client.subscribeToAll(), 10_000)).length);
  expect(await Promise.all(counts)).toEqual([10_000, 10_000, 10_000]);
});

it('a live subscription is ended by an append of more events than its buffer holds, and by none of fewer', async () => {
  const { double, client } = await openDouble({ systemEvents: false });
  const subscription = client.subscribeToAll();
  const seen: unknown[] = [];
  subscription.on('data', (event: unknown) => seen.push(event));
  const broken = new Promise((resolve) => subscription.once('error', resolve));
  await once(subscription, 'caughtUp');
  for (const turn of [1, 2, 3]) {
    await double.writeForeignEvents('many', 32);
    await vi.waitFor(() => expect(seen).toHaveLength(turn * 32), 10_000);
  }
  await double.writeForeignEvents('many', 33);
  expect(await broken).toMatchObject({ message: expect.stringContaining('Consumer too slow') });
});
