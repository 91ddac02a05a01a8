import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InferenceNode, NodeLostError } from './inference-node.js';
import { paths } from './inference-protocol.js';

let folder: string;
let node: InferenceNode;
const sockets: Socket[] = [];
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'node-'));
  node = new InferenceNode({ path: join(folder, 's') });
});
afterEach(async () => {
  vi.useRealTimers();
  node.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const listen = async (started: Server): Promise<void> => {
  server = started;
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => started.listen(join(folder, 's'), resolve));
};

const ask = async (signal = new AbortController().signal): Promise<void> => {
  for await (const _line of node.ask(paths.models, undefined, signal)) expect.unreachable();
};

describe('a connection to the inference process', () => {
  it.each([
    ['that is not there', undefined],
    ['that closes at once', (socket: Socket) => void socket.destroy()],
    ['that speaks HTTP/1.1', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['that sends garbage', (socket: Socket) => void socket.write('\0'.repeat(100_000))],
  ])('%s is lost', async (_what, connected) => {
    if (connected !== undefined) await listen(createServer(connected));
    await expect(node.reach()).rejects.toThrow(NodeLostError);
  });

  it('that says nothing is lost after two seconds', async () => {
    await listen(createServer(() => undefined));
    const since = performance.now();
    await expect(node.reach()).rejects.toThrow(NodeLostError);
    expect(performance.now() - since).toBeGreaterThan(1_900);
  });

  it('that was closed is not made again', async () => {
    await listen(createHttp2Server());
    await node.reach();
    node.close();
    await expect(node.reach()).rejects.toThrow('The client was closed');
  });

  it('that has gone silent with work under way is lost, one without work may be silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let streams = 0;
    const http2 = createHttp2Server();
    http2.on('stream', (stream) => {
      stream.on('error', () => undefined);
      streams += 1;
    });
    await listen(http2);
    await node.reach();
    for (const socket of sockets) socket.on('error', () => undefined);
    vi.advanceTimersByTime(60_000);
    const asked = expect(ask()).rejects.toThrow(NodeLostError);
    await vi.waitUntil(() => streams === 1, { timeout: 30_000 });
    // It stops as a process that is stopped does: nothing that comes is read.
    for (const socket of sockets) socket.pause();
    const ownPing = vi.waitUntil(
      () => {
        vi.advanceTimersByTime(5_000);
        return node.inFlight === 0;
      },
      { timeout: 30_000 },
    );
    await Promise.all([asked, ownPing]);
  });

  it('is made once for all who ask together', async () => {
    await listen(createHttp2Server());
    await Promise.all([node.reach(), node.reach(), node.reach()]);
    expect(sockets).toHaveLength(1);
  });
});
