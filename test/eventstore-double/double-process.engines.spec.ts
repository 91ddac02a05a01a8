import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collect, collectFirst, numbered, numbersOf, openClient } from './double.fixture.js';
import { type DoubleProcess, type DoubleProcessOptions, startDoubleProcess } from './double-process.js';

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-double-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const openProcess = async (options: DoubleProcessOptions): Promise<DoubleProcess> => {
  const running = await startDoubleProcess(options);
  onTestFinished(() => running.server.kill());
  return running;
};

it('the double has every acknowledged append after a kill -9, at the same position, and goes on', async () => {
  const folder = temporaryFolder();
  const first = await openProcess({ folder });
  const writer = openClient(first.url);
  const acknowledged: bigint[] = [];
  const write = async (stream: string): Promise<void> => {
    for (;;) {
      const { position } = await writer.appendToStream(stream, numbered(3));
      acknowledged.push(position?.prepare ?? -1n);
      if (acknowledged.length === 200) void first.server.kill();
    }
  };
  await Promise.allSettled(['a', 'b', 'c', 'd'].map(write));
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  const second = await openProcess({ folder, port: first.port });
  const client = openClient(second.url);
  const events = await collect(client.readAll());
  const positions = new Set(events.map(({ event }) => event?.position?.prepare));
  expect(acknowledged.filter((position) => !positions.has(position))).toEqual([]);
  for (const stream of ['a', 'b', 'c', 'd']) {
    const revisions = events.filter(({ event }) => event?.streamId === stream).map(({ event }) => event?.revision);
    expect(revisions.length % 3).toBe(0);
    expect(revisions).toEqual(revisions.map((_, index) => BigInt(index)));
  }
  const { position } = await client.appendToStream('a', numbered(1));
  expect(position?.prepare).toBeGreaterThan(events.at(-1)?.event?.position?.prepare ?? 0n);
});

it.each([
  ['cut off', (file: string) => truncateSync(file, statSync(file).size - 5)],
  ['followed by rubbish', (file: string) => appendFileSync(file, Buffer.alloc(100, 7))],
])('the double starts with a log whose last record is %s', async (_name, tear) => {
  const folder = temporaryFolder();
  const first = await openProcess({ folder });
  const writer = openClient(first.url);
  await writer.appendToStream('a', numbered(2));
  await writer.setStreamMetadata('a', { truncateBefore: 1 });
  await writer.appendToStream('torn', numbered(1));
  await first.server.kill();
  tear(join(folder, 'events.log'));

  const second = await openProcess({ folder });
  const client = openClient(second.url);
  expect(numbersOf(await collect(client.readStream('a')))).toEqual([1]);
  await client.appendToStream('torn', numbered(1));
  await client.appendToStream('a', numbered(1, 2), { expectedRevision: 1n });
  await second.server.kill();

  const third = await openProcess({ folder });
  expect(numbersOf(await collect(openClient(third.url).readStream('a')))).toEqual([1, 2]);
});

it('the double knows a repetition at an exact revision after a restart, but none at any', async () => {
  const folder = temporaryFolder();
  const first = await openProcess({ folder });
  const [exact, any] = [numbered(2), numbered(1, 2)];
  const writer = openClient(first.url);
  const written = await writer.appendToStream('a', exact, { expectedRevision: 'no_stream' });
  await writer.appendToStream('a', any);
  await first.server.kill();

  const second = await openProcess({ folder });
  const client = openClient(second.url);
  expect(await client.appendToStream('a', exact, { expectedRevision: 'no_stream' })).toEqual(written);
  expect((await client.appendToStream('a', any)).nextExpectedRevision).toBe(3n);
});

it('another process drives the double over the control port', async () => {
  const { url, control } = await openProcess({ folder: temporaryFolder() });
  const client = openClient(url);
  await control.inject({ kind: 'drop-after-commit', times: 1 });
  await expect(client.appendToStream('a', numbered(1))).rejects.toMatchObject({ type: 'unavailable' });
  expect(await control.fired('drop-after-commit')).toBe(1);
  const before = (await control.status()).events;
  await control.writeForeignEvents('elsewhere', 3);
  await control.writeSystemEvents(2);
  expect((await control.status()).events).toBe(before + 5);

  await control.inject({ kind: 'hang' });
  await control.clear();
  await client.appendToStream('a', numbered(1));

  const subscription = client.subscribeToAll();
  subscription.on('data', () => {});
  await once(subscription, 'confirmation');
  const failed = once(subscription, 'error');
  await control.dropConnections();
  await failed;

  await control.follow({ host: '127.0.0.1', port: 1 });
  const refused = openClient(url).appendToStream('a', numbered(1));
  await expect(refused).rejects.toMatchObject({ type: 'not-leader', leader: { port: 1 } });
  await control.follow(undefined);
  expect(await collectFirst(openClient(url).subscribeToAll(), 1)).toHaveLength(1);
});

it('the double ends on SIGTERM with subscriptions open', async () => {
  const { url, server } = await openProcess({ folder: temporaryFolder() });
  const subscription = openClient(url).subscribeToAll();
  subscription.on('data', () => {});
  subscription.on('error', () => {});
  await once(subscription, 'confirmation');
  const begin = performance.now();
  await server.stop();
  // It is killed after 10 s when it does not end by itself.
  expect(performance.now() - begin).toBeLessThan(9_000);
});
