import { createServer } from 'node:net';

/** Ports that this process was given before: their servers may not listen yet. */
const given: number[] = [];
const maxGiven = 256;

const openPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)));
    });
  });

/** Finds a loopback port that nobody listens on at the moment, and another one each time. */
export const freePort = async (): Promise<number> => {
  let port = await openPort();
  while (given.includes(port)) port = await openPort();
  given.push(port);
  if (given.length > maxGiven) given.shift();
  return port;
};
