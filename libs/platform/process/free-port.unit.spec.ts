import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.js';

describe('a free port', () => {
  it('a free port is another one each time, before anybody listens on it', async () => {
    const ports: number[] = [];
    for (let count = 0; count < 200; count += 1) ports.push(await freePort());
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('a free port is none that a connection to elsewhere could be given before its server listens', async () => {
    for (let count = 0; count < 50; count += 1) expect(await freePort()).toBeLessThan(32_768);
  });

  it('a server can listen on a free port', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    await new Promise((resolve) => server.close(resolve));
  });
});
