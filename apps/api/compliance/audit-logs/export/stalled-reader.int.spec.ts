import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endWhenStalled } from './stalled-reader.js';

let server: Server;
let port: number;
let closed: Promise<void>;
beforeEach(async () => {
  const ending = Promise.withResolvers<void>();
  closed = ending.promise;
  server = createServer((request, response) => {
    endWhenStalled(response, 200);
    response.once('close', ending.resolve);
    const endless = function* () {
      for (let count = 0; request.url !== '/short' || count < 3; count += 1) yield Buffer.alloc(1_000_000);
    };
    Readable.from(endless()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.close());

it('a reader that takes nothing loses its connection', async () => {
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await closed;
  socket.destroy();
});

it('one that reads to the end keeps its connection for the next request', async () => {
  for (let count = 0; count < 2; count += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/short`);
    expect((await answer.arrayBuffer()).byteLength).toBe(3_000_000);
  }
});
