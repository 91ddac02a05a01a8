import { expect, it } from 'vitest';
import { collect, numbered, numbersOf, openDouble } from './double.fixture.js';

it('a deleted stream is hidden, and its next events go on with its numbers', async () => {
  const { client } = await openDouble({ systemEvents: false });
  await client.appendToStream('a', numbered(3));
  await client.deleteStream('a', { expectedRevision: 2n });
  await expect(collect(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-not-found' });
  await expect(client.appendToStream('a', numbered(1), { expectedRevision: 'stream_exists' })).rejects.toMatchObject({
    type: 'stream-deleted',
  });
  const result = await client.appendToStream('a', numbered(1, 3), { expectedRevision: 'no_stream' });
  expect(result.nextExpectedRevision).toBe(3n);
  expect(numbersOf(await collect(client.readStream('a')))).toEqual([3]);
  expect(await collect(client.readAll())).toHaveLength(6);
});

it('a deletion at another revision is refused', async () => {
  const { client } = await openDouble();
  await client.appendToStream('a', numbered(3));
  await expect(client.deleteStream('a', { expectedRevision: 0n })).rejects.toMatchObject({
    type: 'wrong-expected-version',
    streamName: 'a',
    expectedVersion: 0n,
    actualVersion: 2n,
  });
});

it('a tombstoned stream has ended for ever', async () => {
  const { client } = await openDouble({ systemEvents: false });
  await client.appendToStream('a', numbered(2));
  await client.tombstoneStream('a', { expectedRevision: 1n });
  await expect(client.appendToStream('a', numbered(1))).rejects.toMatchObject({ type: 'stream-deleted' });
  await expect(collect(client.readStream('a'))).rejects.toMatchObject({ type: 'stream-deleted', streamName: 'a' });
  const last = (await collect(client.readAll())).at(-1)?.event;
  expect(last).toMatchObject({ streamId: 'a', type: '$streamDeleted', revision: 2n ** 63n - 1n });
});
