import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { dropRestOfBody, type RestLimits } from './rest-of-body.js';

const mib = 1024 * 1024;
let server: Server;
let caller: Socket;
afterEach(() => {
  caller.destroy();
  server.closeAllConnections();
  server.close();
});

/** Refuses every request without reading its body. */
const refusing = async (limits?: RestLimits): Promise<number> => {
  server = createServer((request, response) => {
    dropRestOfBody(request, limits);
    response.writeHead(429, { 'content-length': 7 }).end('refused');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const written = (part: Buffer | string) =>
  new Promise<void>((resolve, reject) => caller.write(part, (error) => (error ? reject(error) : resolve())));

/** Sends the head of a request, and reads nothing yet. */
const begin = async (port: number, head: string): Promise<void> => {
  caller = connect(port, '127.0.0.1');
  caller.pause();
  await written(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
};

const read = (): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    caller.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.endsWith('refused')) resolve(text);
    });
    caller.once('close', () => resolve(text));
    caller.resume();
  });

describe('the rest of a body', () => {
  it.each(['close', 'keep-alive'])('a caller that sends all before it reads gets the refusal (%s)', async (kept) => {
    await begin(await refusing(), `Connection: ${kept}\r\nContent-Length: ${4 * mib}`);
    for (let count = 0; count < 4; count += 1) await written(Buffer.alloc(mib));
    expect(await read()).toMatch(/^HTTP\/1.1 429 .*refused$/s);
  });

  it('a connection that stays open takes the next request after it', async () => {
    await begin(await refusing(), `Content-Length: ${mib}`);
    await written(Buffer.alloc(mib));
    expect(await read()).toMatch(/^HTTP\/1.1 429 /);
    await written('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await read()).toMatch(/^HTTP\/1.1 429 /);
  });

  it('a connection that is not kept closes once the body has come', async () => {
    await begin(await refusing(), `Connection: close\r\nContent-Length: ${mib}`);
    const closed = new Promise((resolve) => caller.once('close', resolve));
    await written(Buffer.alloc(mib));
    await read();
    await closed;
  });

  it.each([
    ['so many bytes', { bytes: mib, ms: 1e9 }],
    ['so long a time', { bytes: 1e12, ms: 1 }],
  ])('a body without end is read for %s, and not longer', async (_what, limits) => {
    await begin(await refusing(limits), 'Transfer-Encoding: chunked');
    const part = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    caller.on('error', () => undefined);
    caller.resume();
    await expect(
      (async () => {
        for (;;) await written(part);
      })(),
    ).rejects.toThrow();
  });
});
