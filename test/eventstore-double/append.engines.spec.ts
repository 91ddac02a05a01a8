import { binaryEvent } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, numbered, numbersOf, openDouble } from './double.fixture.js';

describe.each([
  ['BatchAppend', true],
  ['Append', false],
])('an append over %s', (_name, batchAppend) => {
  it('an append numbers its events, in the stream and in the log', async () => {
    const { client } = await openDouble({ batchAppend });
    const first = await client.appendToStream('a', numbered(2), { expectedRevision: 'no_stream' });
    const second = await client.appendToStream('a', numbered(1, 2), { expectedRevision: 1n });
    expect([first.nextExpectedRevision, second.nextExpectedRevision]).toEqual([1n, 2n]);
    const events = await collect(client.readStream('a'));
    expect(numbersOf(events)).toEqual([0, 1, 2]);
    expect(events.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n]);
    expect(events[1]?.event?.position).toEqual(first.position);
    expect(events[2]?.event?.position).toEqual(second.position);
  });

  it('an append keeps bytes and metadata as they are', async () => {
    const { client } = await openDouble({ batchAppend });
    const event = binaryEvent({ type: 'Bytes', data: Uint8Array.of(0, 255, 7), metadata: Uint8Array.of(1, 128) });
    await client.appendToStream('a', event);
    const [read] = await collect(client.readStream('a'));
    expect(read?.event).toMatchObject({ id: event.id, type: 'Bytes', isJson: false });
    expect(Buffer.from((read?.event?.data ?? []) as Uint8Array).toString('hex')).toBe('00ff07');
    expect(Buffer.from((read?.event?.metadata ?? []) as Uint8Array).toString('hex')).toBe('0180');
  });

  it('an append at another expected revision is refused, and the error has the current one', async () => {
    const { client } = await openDouble({ batchAppend });
    await client.appendToStream('a', numbered(2));
    for (const expectedRevision of ['no_stream', 0n, 5n] as const) {
      await expect(client.appendToStream('a', numbered(1), { expectedRevision })).rejects.toMatchObject({
        type: 'wrong-expected-version',
        actualVersion: 1n,
      });
    }
    await expect(client.appendToStream('b', numbered(1), { expectedRevision: 'stream_exists' })).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    expect(await collect(client.readStream('a'))).toHaveLength(2);
  });

  it('the same events at the same revision get their first position again', async () => {
    const { client } = await openDouble({ batchAppend });
    const events = numbered(3);
    const first = await client.appendToStream('a', events, { expectedRevision: 'no_stream' });
    await client.appendToStream('a', numbered(1, 3), { expectedRevision: 2n });
    expect(await client.appendToStream('a', events, { expectedRevision: 'no_stream' })).toEqual(first);
    expect(await client.appendToStream('a', events.slice(0, 2), { expectedRevision: 'no_stream' })).toMatchObject({
      nextExpectedRevision: 1n,
    });
    expect(await collect(client.readStream('a'))).toHaveLength(4);
  });

  it.each(['no_stream', 'any'] as const)(
    'an append of events that are known in part is refused at %s',
    async (expectedRevision) => {
      const { client } = await openDouble({ batchAppend });
      const known = numbered(1);
      await client.appendToStream('a', known, { expectedRevision });
      await expect(
        client.appendToStream('a', [...known, ...numbered(1, 1)], { expectedRevision }),
      ).rejects.toMatchObject({ type: 'wrong-expected-version' });
    },
  );

  it('a repetition at any revision is recognised only while it is recent', async () => {
    const { client } = await openDouble({ batchAppend, recentIdsBytes: 300 });
    const events = numbered(1);
    const first = await client.appendToStream('a', events);
    expect(await client.appendToStream('a', events)).toEqual(first);
    await client.appendToStream('elsewhere', numbered(20));
    expect(await client.appendToStream('a', events)).toMatchObject({ nextExpectedRevision: 1n });
  });

  it('an append of more bytes than the limit is refused', async () => {
    const { client } = await openDouble({ batchAppend, maxAppendSize: 1000 });
    const big = binaryEvent({ type: 'Big', data: new Uint8Array(990) });
    await client.appendToStream('a', big);
    await expect(client.appendToStream('a', [big, ...numbered(1)])).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1000,
    });
    expect(await collect(client.readStream('a'))).toHaveLength(1);
  });
});

it('an append that comes in several parts is put together', async () => {
  const { client } = await openDouble();
  await client.appendToStream('a', numbered(50), { batchAppendSize: 300 });
  expect(numbersOf(await collect(client.readStream('a')))).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

it('concurrent appends to one stream are each written in one piece', async () => {
  const { client } = await openDouble();
  await Promise.all(Array.from({ length: 100 }, (_, n) => client.appendToStream('a', numbered(2, n * 2))));
  const numbers = numbersOf(await collect(client.readStream('a'))) as number[];
  expect(numbers).toHaveLength(200);
  for (let at = 0; at < 200; at += 2) expect(numbers[at + 1]).toBe((numbers[at] ?? 0) + 1);
});

it('exactly one of many concurrent appends wins a revision', async () => {
  const { client } = await openDouble();
  const attempts = Array.from({ length: 20 }, () =>
    client.appendToStream('a', numbered(1), { expectedRevision: 'no_stream' }),
  );
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('the events of one append share one commit position when the option says so', async () => {
  const { client } = await openDouble({ commitPositions: 'per-append' });
  const { position } = await client.appendToStream('a', numbered(3));
  const positions = (await collect(client.readStream('a'))).map(({ event }) => event?.position);
  expect(positions.map((at) => at?.commit)).toEqual([position?.commit, position?.commit, position?.commit]);
  expect(new Set(positions.map((at) => at?.prepare)).size).toBe(3);
  expect(positions[2]).toEqual(position);
});
