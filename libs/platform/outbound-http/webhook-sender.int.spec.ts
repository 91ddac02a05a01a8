import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate, testPrivateKey } from './test-certificate.fixture.js';
import type { Resolver } from './vetted-connector.js';
import { closeReceivers, listen, receiver, send } from './webhook-receivers.fixture.js';

afterEach(closeReceivers);

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

  it.each<[string, string, Resolver | undefined]>([
    ['a name that leads inside', 'https://inside.example.test/', async () => [{ address: '10.0.0.1', family: 4 }]],
    ['a name that is not known', 'https://unknown.example.test/', async () => []],
    ['a name that no server knows', 'https://unknown.invalid/', undefined],
    ['a port of a service', 'https://93.184.215.14:22/', undefined],
  ])('%s is told as an address that is not allowed, and nothing of its look-up', async (_what, url, resolve) => {
    const options = resolve === undefined ? {} : { resolve };
    const told = { statusCode: null, reason: 'address_not_allowed', durationMs: 0 };
    expect(await send(url, { allowPrivate: false, ...options })).toEqual(told);
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
