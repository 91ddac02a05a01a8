import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CountingProxy {
  port: number;
  /** Returns the bytes that have passed from the server to the client since the last call. */
  received(): number;
  /** Waits until no byte has passed from the server for half a second. */
  quiet(): Promise<void>;
  /** Ends every connection. */
  drop(): void;
  stop(): Promise<void>;
}

/** Starts a TCP proxy to a loopback port, which counts bytes. */
export const startCountingProxy = async (toPort: number): Promise<CountingProxy> => {
  const sockets = new Set<Socket>();
  let passed = 0;
  let lastAt = performance.now();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: toPort });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.on('data', (bytes) => {
      passed += bytes.length;
      lastAt = performance.now();
    });
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    received: () => {
      const bytes = passed;
      passed = 0;
      return bytes;
    },
    quiet: async () => {
      while (performance.now() - lastAt < 500) await sleep(50);
    },
    drop,
    stop: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
};
