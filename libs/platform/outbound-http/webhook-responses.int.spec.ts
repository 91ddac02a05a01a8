import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { verify } from '@transledger/webhook-signing';
import { afterEach, describe, expect, it } from 'vitest';
import { closeReceivers, listen, payload, receiver, secrets, send, timestamp } from './webhook-receivers.fixture.js';
import { createWebhookSender } from './webhook-sender.js';

afterEach(closeReceivers);

describe('a receiver that answers', () => {
  it('a webhook carries the payload, signed with every secret', async () => {
    const received = Promise.withResolvers<{ request: IncomingMessage; body: string }>();
    const url = await receiver(async (request, response) => {
      received.resolve({ request, body: await text(request) });
      response.end('thank you');
    });
    const outcome = await send(url);
    expect(outcome).toEqual({ statusCode: 200, reason: null, durationMs: expect.any(Number) });
    const { request, body } = await received.promise;
    expect([request.method, request.url, body]).toEqual(['POST', '/hook?team=1', payload]);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Transledger-Webhooks/1',
      'webhook-id': 'dlv_1',
      'webhook-sequence': '7',
      'webhook-timestamp': '1767323045',
      host: new URL(url).host,
    });
    for (const secret of secrets) verify(body, request.headers, [secret], { now: 1_767_323_045 });
  });

  it('a webhook without secrets and number carries no signature and no number', async () => {
    const headers = Promise.withResolvers<IncomingMessage['headers']>();
    const url = await receiver((request, response) => {
      headers.resolve(request.headers);
      response.end();
    });
    const sender = createWebhookSender({ allowPrivate: true, allowHttp: true });
    await sender.send({ url, secrets: [], id: 'dlv_1', payload, timestamp });
    expect(await headers.promise).not.toHaveProperty('webhook-signature');
    expect(await headers.promise).not.toHaveProperty('webhook-sequence');
  });

  it.each([
    [204, null],
    [500, 'error_status'],
    [410, 'error_status'],
    [404, 'error_status'],
  ])('the status %i of a response is passed on', async (statusCode, reason) => {
    const url = await receiver((_request, response) => response.writeHead(statusCode).end());
    expect(await send(url)).toMatchObject({ statusCode, reason });
  });

  it('the Retry-After of a response is passed on', async () => {
    const url = await receiver((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await send(url)).toMatchObject({ statusCode: 429, retryAfter: 120 });
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (statusCode) => {
    let requests = 0;
    const url = await receiver((_request, response) => {
      requests += 1;
      response.writeHead(statusCode, { location: '/elsewhere' }).end();
    });
    expect(await send(url)).toMatchObject({ statusCode, reason: 'redirect' });
    expect(requests).toBe(1);
  });

  it('the connection of a receiver whose response never ends is closed', async () => {
    const hungUp = Promise.withResolvers<void>();
    const url = await receiver((_request, response) => {
      response.on('close', hungUp.resolve);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    });
    // Longer than the test may take: the length ends the response, not the timeout.
    expect(await send(url, { timeoutMs: 600_000 })).toMatchObject({ statusCode: 200, reason: null });
    await hungUp.promise;
  });

  it('a response that drips until the timeout is closed then, and its status stands', async () => {
    const hungUp = Promise.withResolvers<void>();
    const url = await receiver((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => {
        clearInterval(drip);
        hungUp.resolve();
      });
    });
    expect(await send(url, { timeoutMs: 1_000 })).toMatchObject({ statusCode: 200, reason: null });
    await hungUp.promise;
  });
});

describe('a receiver that does not answer', () => {
  it('the connection of a receiver that does not respond in time is closed', async () => {
    const hungUp = Promise.withResolvers<void>();
    const url = await receiver((request) => {
      request.on('close', hungUp.resolve);
    });
    expect(await send(url, { timeoutMs: 300 })).toMatchObject({ statusCode: null, reason: 'timed_out' });
    await hungUp.promise;
  });

  it('the connection of a receiver that drips a header until the timeout is closed', async () => {
    const hungUp = Promise.withResolvers<void>();
    const port = await listen(
      createTcpServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
        const drip = setInterval(() => socket.write('.'), 20);
        socket.on('close', () => {
          clearInterval(drip);
          hungUp.resolve();
        });
      }),
    );
    const outcome = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 1_000 });
    expect(outcome).toMatchObject({ statusCode: null, reason: 'timed_out' });
    await hungUp.promise;
  });

  it('an attempt whose name is not resolved in time is given up', async () => {
    const outcome = await send('http://hooks.example.test/', {
      timeoutMs: 300,
      resolve: () => new Promise(() => undefined),
    });
    expect(outcome).toMatchObject({ statusCode: null, reason: 'timed_out' });
  });

  it('an attempt at an unknown name fails with host_not_found where private addresses are allowed', async () =>
    expect(await send('http://hooks.example.test/', { resolve: async () => [] })).toMatchObject({
      statusCode: null,
      reason: 'host_not_found',
    }));

  it('an attempt at a port that nobody listens on fails with connection_refused', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await once(server, 'close');
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, reason: 'connection_refused' });
  });

  it('an attempt whose connection the receiver closes fails with connection_closed', async () => {
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.end())));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, reason: 'connection_closed' });
  });

  it('a response that is not HTTP fails the attempt with invalid_response', async () => {
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.end('220 smtp ready\r\n'))));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, reason: 'invalid_response' });
  });

  it('a response whose headers do not end fails the attempt with invalid_response', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${`x-long: ${'x'.repeat(1_000)}\r\n`.repeat(100)}`));
      }),
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, reason: 'invalid_response' });
  });
});
