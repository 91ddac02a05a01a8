import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type EdgeFixture, edgeFixture } from '#test/fakes/edge.fixture.js';
import { keepAliveMs } from './keep-alive.js';

/** More bytes than a connection takes whose peer does not read. */
const length = 16 * 1024 * 1024;

let fixture: EdgeFixture;
afterEach(() => fixture.close());

/** Sends requests over one connection; the responses are read on demand. */
const openWith = async (requests: string, closeGraceMs: number) => {
  fixture = edgeFixture({ closeGraceMs });
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  fixture.route('GET', '/large', undefined, async () => {
    ask();
    return { large: 'x'.repeat(length) };
  });
  fixture.route('GET', '/small', undefined, async () => ({}));
  const { port } = new URL(await fixture.instance.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(requests);
  const read = async (): Promise<number> => {
    let bytes = 0;
    for await (const chunk of socket) bytes += chunk.length;
    return bytes;
  };
  return { socket, asked, read };
};

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

it('a caller that reads gets the whole response while the server stops', async () => {
  const { asked, read } = await openWith(request('/large'), 60_000);
  await asked;
  const closed = fixture.close();
  expect(await read()).toBeGreaterThan(length);
  await closed;
});

it('a caller that does not read delays the stop only by the grace period', async () => {
  const { socket, asked } = await openWith(request('/large'), 100);
  await asked;
  await fixture.close();
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(length);
});

it('an unused connection is closed at once', async () => {
  const { socket } = await openWith(request('/small'), 60_000);
  await once(socket, 'readable');
  await fixture.close();
  socket.resume();
  await once(socket, 'close');
});

it('a kept connection is promised the time for which it is kept', async () => {
  fixture = edgeFixture({});
  fixture.route('GET', '/small', undefined, async () => ({}));
  const { headers } = await fetch(`${await fixture.instance.listen({ port: 0, host: '127.0.0.1' })}/small`);
  expect(headers.get('keep-alive')).toBe(`timeout=${keepAliveMs / 1_000}`);
});
