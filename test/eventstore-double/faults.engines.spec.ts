import { once } from 'node:events';
import { jsonEvent } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { collect, collectFirst, numbered, numbersOf, openClient, openDouble } from './double.fixture.js';

it('the connection is dropped once before an append is committed', async () => {
  const { double, client } = await openDouble();
  double.faults.inject({ kind: 'drop-before-commit', times: 1 });
  const events = numbered(2);
  await expect(client.appendToStream('a', events, { expectedRevision: 'no_stream' })).rejects.toMatchObject({
    type: 'unavailable',
  });
  await expect(collect(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-not-found' });
  await client.appendToStream('a', events, { expectedRevision: 'no_stream' });
  expect(double.faults.fired('drop-before-commit')).toBe(1);
});

it('an append that is sent again after its connection was dropped after the commit is found written', async () => {
  const { double, client } = await openDouble();
  double.faults.inject({ kind: 'drop-after-commit', times: 1 });
  const events = numbered(2);
  const append = () => client.appendToStream('a', events, { expectedRevision: 'no_stream' });
  await expect(append()).rejects.toMatchObject({ type: 'unavailable' });
  const written = await collect(client.readStream('a'));
  expect(numbersOf(written)).toEqual([0, 1]);
  expect((await append()).position).toEqual(written[1]?.event?.position);
  expect(await collect(client.readStream('a'))).toHaveLength(2);
});

it('a fault strikes only the streams that it names', async () => {
  const { double, client } = await openDouble();
  double.faults.inject({ kind: 'not-ready', stream: 'bad-' });
  await client.appendToStream('good-1', numbered(1));
  await expect(client.appendToStream('bad-1', numbered(1))).rejects.toMatchObject({ type: 'unknown' });
  double.faults.clear();
  await client.appendToStream('bad-1', numbered(1));
});

it('a delayed append succeeds late', async () => {
  const { double, client } = await openDouble();
  await client.appendToStream('a', numbered(1));
  double.faults.inject({ kind: 'delay', ms: 300, times: 1 });
  const begin = performance.now();
  await client.appendToStream('a', numbered(1));
  expect(performance.now() - begin).toBeGreaterThan(290);
});

it.each([
  ['hang', 0],
  ['hang-after-commit', 1],
] as const)('an append under the fault %s never gets a response', async (kind, written) => {
  const { double, client } = await openDouble({ systemEvents: false });
  double.faults.inject({ kind, stream: 'hangs', times: 1 });
  const hanging = client.appendToStream('hangs', numbered(1));
  let answered = false;
  const settled = hanging.then(
    () => {
      answered = true;
    },
    () => {},
  );
  // Responses keep the order of the appends, so that the response to the next one means that the first gets none.
  await client.appendToStream('a', numbered(1));
  await client.appendToStream('a', numbered(1));
  expect(answered).toBe(false);
  expect(double.eventCount).toBe(2 + written);
  double.dropConnections();
  await settled;
  expect(answered).toBe(false);
});

it('reads or writes fail with UNAVAILABLE', async () => {
  const { double, client } = await openDouble();
  await client.appendToStream('a', numbered(1));
  double.faults.inject({ kind: 'unavailable', on: 'reads', times: 1 });
  await client.appendToStream('a', numbered(1));
  await expect(collect(client.readAll())).rejects.toMatchObject({ type: 'unavailable' });
  double.faults.inject({ kind: 'unavailable', on: 'writes', times: 1 });
  await expect(client.appendToStream('a', numbered(1))).rejects.toMatchObject({ type: 'unavailable' });
  expect(await collect(client.readStream('a'))).toHaveLength(2);
});

it('a follower refuses writes and names the leader, which the client then calls', async () => {
  const leader = await openDouble();
  const { double, client } = await openDouble();
  double.follow({ host: '127.0.0.1', port: leader.double.port });
  await expect(client.appendToStream('a', numbered(1))).rejects.toMatchObject({
    type: 'not-leader',
    leader: { address: '127.0.0.1', port: leader.double.port },
  });
  await client.appendToStream('a', numbered(1));
  expect(await collect(leader.client.readStream('a'))).toHaveLength(1);
});

it('the nodes gossip which one leads, so that a client of both finds the leader', async () => {
  const { double: leader } = await openDouble();
  const { double: follower } = await openDouble();
  follower.follow({ host: '127.0.0.1', port: leader.port });
  leader.follow(undefined);
  const client = openClient(`esdb://127.0.0.1:${follower.port},127.0.0.1:${leader.port}?tls=false`);
  const before = leader.eventCount;
  await client.appendToStream('a', numbered(1));
  expect(leader.eventCount).toBe(before + 1);
});

it('one subscription is silenced for good, and no other', async () => {
  const { double, client } = await openDouble({ systemEvents: false });
  const silent = client.subscribeToAll();
  let heard = 0;
  silent.on('data', () => {
    heard += 1;
  });
  await once(silent, 'caughtUp');
  double.faults.inject({ kind: 'silence-subscriptions', times: 1 });
  const other = collectFirst(client.subscribeToAll(), 2);
  await client.appendToStream('a', numbered(2));
  expect(await other).toHaveLength(2);
  await collect(client.readAll());
  expect(heard).toBe(0);
});

it.each([
  ['ok', undefined],
  ['unavailable', 'unavailable'],
  ['cancelled', 'cancelled'],
] as const)('subscriptions are ended with %s', async (how, type) => {
  const { double, client } = await openDouble();
  const subscription = client.subscribeToAll();
  subscription.on('data', () => {});
  await once(subscription, 'caughtUp');
  const over = new Promise<{ type?: string } | undefined>((resolve) => {
    subscription.once('error', (error: Error & { type?: string }) => resolve(error));
    subscription.once('end', () => resolve(undefined));
  });
  double.faults.inject({ kind: 'end-subscriptions', with: how, times: 1 });
  expect((await over)?.type).toBe(type);
});

it('every connection is cut', async () => {
  const { double, client } = await openDouble();
  await client.appendToStream('a', jsonEvent({ type: 'T', data: {} }));
  const subscription = client.subscribeToAll();
  subscription.on('data', () => {});
  await once(subscription, 'confirmation');
  const failed = once(subscription, 'error');
  double.dropConnections();
  expect((await failed)[0]).toMatchObject({ type: 'unavailable' });
  await client.appendToStream('a', jsonEvent({ type: 'T', data: {} }));
});
