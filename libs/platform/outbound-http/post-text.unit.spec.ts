import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../process/free-port.js';
import { TextPoster } from './post-text.js';

let poster: TextPoster;
let servers: Server[];
beforeEach(() => {
  servers = [];
  poster = new TextPoster({ timeoutMs: 30_000, maxBytes: 1_000 });
});
afterEach(async () => {
  await poster.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const serving = (listener: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/w/add-checkpoint`);
    });
    servers.push(server);
  });

describe('a text that is posted', () => {
  it('it comes as it is, and so does the answer', async () => {
    let seen = '';
    const url = await serving(async (request, response) => {
      for await (const chunk of request) seen += String(chunk);
      response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${request.method} ${request.url}\n`);
    });
    expect(await poster.post(url, 'old 0\n')).toEqual({
      status: 409,
      contentType: 'text/x.tlog.size',
      text: 'POST /w/add-checkpoint\n',
    });
    expect(seen).toBe('old 0\n');
  });

  it('a redirection is an answer like others', async () => {
    const url = await serving((_request, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end());
    expect(await poster.post(url, '')).toMatchObject({ status: 302 });
  });

  it('an answer that is too long, one that does not come, and nobody there are failures', async () => {
    const long = await serving((_request, response) => response.end('x'.repeat(100_000)));
    expect(await poster.post(long, '')).toEqual({ failed: 'too_large' });
    const silent = new TextPoster({ timeoutMs: 50, maxBytes: 10 });
    expect(await silent.post(await serving(() => undefined), '')).toEqual({ failed: 'timed_out' });
    await silent.close();
    expect(await poster.post(`http://127.0.0.1:${await freePort()}/`, '')).toEqual({ failed: 'connection_refused' });
  });
});
