import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { verify } from '@transledger/webhook-signing';
import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate, testPrivateKey } from './test-certificate.fixture.js';
import type { Resolver } from './vetted-connector.js';
import { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.js';

const payload = '{"event":"document.completed","text":"ünïcödé"}';
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'the old one'];
const timestamp = new Date('2026-01-02T03:04:05.600Z');

const open = new Set<{ close(): unknown; destroyAll(): void }>();
afterEach(() => {
  for (const server of open) {
    server.destroyAll();
    server.close();
  }
  open.clear();
});

const listen = async (server: Server, address = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, address);
  await once(server, 'listening');
  open.add({
    close: () => server.close(),
    destroyAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
  return (server.address() as AddressInfo).port;
};

const receiver = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(answer))}/hook?team=1`;

const send = (url: string, options: Partial<WebhookSenderOptions> = {}) =>
  createWebhookSender({ allowPrivate: true, allowHttp: true, ...options }).send({
    url,
    secrets,
    id: 'dlv_1',
    sequence: 7,
    payload,
    timestamp,
  });

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

  it('an attempt at an unknown name fails with host_not_found', async () =>
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

describe('a receiver that drips', () => {
  /** A receiver that sends a head, and then a piece every 20 ms until it is left. */
  const dripping = async (head: string, piece: string) => {
    const hungUp = Promise.withResolvers<void>();
    const port = await listen(
      createTcpServer((socket) => {
        socket.once('data', () => socket.write(head));
        const drip = setInterval(() => socket.write(piece), 20);
        socket.on('close', () => {
          clearInterval(drip);
          hungUp.resolve();
        });
      }),
    );
    return { url: `http://127.0.0.1:${port}/`, hungUp: hungUp.promise };
  };

  it('a status line byte by byte does not outlast the timeout', async () => {
    const { url, hungUp } = await dripping('HTTP/1.1 2', '0');
    expect(await send(url, { timeoutMs: 500 })).toMatchObject({ statusCode: null });
    await hungUp;
  });

  it('headers line by line do not outlast the timeout', async () => {
    const { url, hungUp } = await dripping('HTTP/1.1 200 OK\r\n', 'x: y\r\n');
    expect(await send(url, { timeoutMs: 500 })).toMatchObject({ statusCode: null, reason: 'timed_out' });
    await hungUp;
  });

  it('a chunked body without an end does not outlast the timeout, and its status stands', async () => {
    const { url, hungUp } = await dripping('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n.\r\n');
    expect(await send(url, { timeoutMs: 500 })).toMatchObject({ statusCode: 200, reason: null });
    await hungUp;
  });

  it('interim responses without an end do not outlast the timeout', async () => {
    const { url, hungUp } = await dripping('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n');
    expect(await send(url, { timeoutMs: 500 })).toMatchObject({ statusCode: null, reason: 'timed_out' });
    await hungUp;
  });
});

describe('a secure receiver', () => {
  const toThisHost: Resolver = async () => [{ address: '127.0.0.1', family: 4 }];
  const start = () =>
    listen(createTlsServer({ key: testPrivateKey, cert: testCertificate }, (_, response) => response.end()));

  it('a TLS receiver is checked by the name in the URL, whatever address that leads to', async () => {
    const options = { allowHttp: false, resolve: toThisHost, certificateAuthorities: testCertificate };
    const port = await start();
    expect(await send(`https://hooks.example.test:${port}/`, options)).toMatchObject({ statusCode: 200 });
    expect(await send(`https://other.example.test:${port}/`, options)).toMatchObject({ reason: 'tls_failed' });
  });

  it('a TLS receiver whose certificate is not trusted gets nothing', async () =>
    expect(await send(`https://hooks.example.test:${await start()}/`, { resolve: toThisHost })).toMatchObject({
      statusCode: null,
      reason: 'tls_failed',
    }));

  it('a receiver of an https URL that does not speak TLS gets nothing', async () => {
    const port = new URL(await receiver((_request, response) => response.end())).port;
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, reason: 'tls_failed' });
  });
});

describe('a private receiver', () => {
  const counted = async (address?: string) => {
    const seen = { connections: 0, port: 0 };
    const server = createServer((_request, response) => response.end());
    server.on('connection', () => {
      seen.connections += 1;
    });
    seen.port = await listen(server, address);
    return seen;
  };
  const strict = { allowPrivate: false };

  it('a private receiver is not connected to when a public name leads to it', async () => {
    const seen = await counted();
    let questions = 0;
    const resolve: Resolver = async () => {
      questions += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const outcome = await send(`http://hooks.example.test:${seen.port}/`, { ...strict, resolve });
    expect(outcome).toMatchObject({ statusCode: null, reason: 'address_not_allowed' });
    expect([questions, seen.connections]).toEqual([1, 0]);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
  ])('a private receiver is not connected to as %s', async (host) => {
    const seen = await counted();
    expect(await send(`http://${host}:${seen.port}/`, strict)).toMatchObject({
      statusCode: null,
      reason: 'url_not_allowed',
    });
    expect(seen.connections).toBe(0);
  });

  it.each<[string, readonly string[]]>([
    ['a name of the form 127.0.0.1.nip.io', ['127.0.0.1']],
    ['a name with a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['a name with a private and a public address', ['127.0.0.1', '93.184.215.14']],
    ['a name with a private address in IPv6 form', ['::ffff:7f00:1']],
  ])('a private receiver is not connected to by %s', async (_what, addresses) => {
    const seen = await counted();
    const resolve: Resolver = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const outcome = await send(`http://127.0.0.1.nip.io:${seen.port}/`, { ...strict, resolve });
    expect(outcome).toMatchObject({ statusCode: null, reason: 'address_not_allowed' });
    expect(seen.connections).toBe(0);
  });

  it('a private receiver on IPv6 is not connected to unless that is allowed', async () => {
    const seen = await counted('::1');
    expect(await send(`http://[::1]:${seen.port}/`, strict)).toMatchObject({ reason: 'url_not_allowed' });
    expect(seen.connections).toBe(0);
    expect(await send(`http://[::1]:${seen.port}/`)).toMatchObject({ statusCode: 200 });
  });

  it('a private receiver is reached at its resolved address where that is allowed', async () => {
    const seen = await counted();
    const resolve: Resolver = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await send(`http://hooks.example.test:${seen.port}/`, { resolve })).toMatchObject({ statusCode: 200 });
    expect(seen.connections).toBe(1);
  });
});

it('plain http is refused without a connection unless it is allowed', async () => {
  const url = await receiver(() => expect.unreachable());
  expect(await send(url, { allowHttp: false })).toMatchObject({ statusCode: null, reason: 'url_not_allowed' });
});
