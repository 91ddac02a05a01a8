import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/**
 * Below the ports that systems give to outgoing connections, from 32768 on or higher: one of those could be taken by any
 * connection of this machine before its server listens.
 */
const minPort = 16_384;
const maxPort = 32_767;

/** Ports that this process was given before: their servers may not listen yet. */
const given: number[] = [];
const maxGiven = 256;

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (errorCodeOf(error) === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Finds a loopback port that nobody listens on at the moment, and another one each time. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(minPort, maxPort + 1);
    if (given.includes(port)) continue;
    given.push(port);
    if (given.length > maxGiven) given.shift();
    if (await isOpen(port)) return port;
  }
};
