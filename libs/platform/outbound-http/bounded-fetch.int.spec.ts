import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BoundedFetch, type BoundedFetchOptions } from './bounded-fetch.js';
import { AddressNotAllowedError } from './vetted-connector.js';

const got = { method: 'GET', headers: {} };
const addressesOf: Record<string, string> = {
  'id.example': '93.184.216.34',
  'inside.example': '127.0.0.1',
  'id.inside.example': '127.0.0.1',
};

describe('asking servers that the chosen one leads to', () => {
  let servers: Server[];
  beforeEach(() => {
    servers = [];
  });
  afterEach(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const serving = (listener: RequestListener): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer(listener).listen(0, '127.0.0.1', () =>
        resolve((server.address() as AddressInfo).port),
      );
      servers.push(server);
    });
  const asking = (chosenHost: string, changes: Partial<BoundedFetchOptions> = {}) =>
    new BoundedFetch({
      ...{ chosenHost, timeoutMs: 30_000, maxBytes: 1_000, ...changes },
      resolve: async (name) => [{ address: addressesOf[name] ?? name, family: 4 }],
    });

  it('what is asked and answered is passed on as it is', async () => {
    const seen: string[] = [];
    const port = await serving(async (request, response) => {
      for await (const chunk of request) seen.push(`${request.method} ${request.headers['content-type']} ${chunk}`);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ a: 'b c' });
    const answer = await asking('127.0.0.1').fetch(`http://127.0.0.1:${port}/token`, { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      ...[201, 'application/json', '{}'],
    ]);
    expect(seen).toEqual(['POST application/x-www-form-urlencoded a=b+c']);
  });

  it('a private address is reached only where the chosen host has one', async () => {
    const port = await serving((_request, response) => response.end('inside'));
    const url = `http://inside.example:${port}/`;
    await expect(asking('id.example').fetch(url, got)).rejects.toThrow(AddressNotAllowedError);
    expect(await (await asking('id.inside.example').fetch(url, got)).text()).toBe('inside');
  });

  it('no redirection is followed, nothing is unpacked, and what has no body is none', async () => {
    let asked = 0;
    const port = await serving((request, response) => {
      asked += 1;
      if (request.url === '/empty') response.writeHead(204).end();
      else response.writeHead(302, { location: '/elsewhere', 'content-encoding': 'gzip' }).end('not packed');
    });
    const answer = await asking('127.0.0.1').fetch(`http://127.0.0.1:${port}/`, got);
    expect([answer.status, await answer.text(), asked]).toEqual([302, 'not packed', 1]);
    expect((await asking('127.0.0.1').fetch(`http://127.0.0.1:${port}/empty`, got)).status).toBe(204);
  });

  it('an answer that is too long, and one that does not come, are failures', async () => {
    const long = await serving((_request, response) => response.end('x'.repeat(100_000)));
    await expect(asking('127.0.0.1').fetch(`http://127.0.0.1:${long}/`, got)).rejects.toMatchObject({
      code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
    });
    const silent = await serving(() => undefined);
    const hurried = asking('127.0.0.1', { timeoutMs: 50 });
    await expect(hurried.fetch(`http://127.0.0.1:${silent}/`, got)).rejects.toThrow();
  });
});
