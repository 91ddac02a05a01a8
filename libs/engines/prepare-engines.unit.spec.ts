import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { prepareEngines, tooOldPostgres } from './prepare-engines.js';

it.each([
  ['9.6.24', '9.6.24'],
  ['14.13 (Debian 14.13-1.pgdg120+1)', '14.13'],
  ['15.0', undefined],
  ['18.4', undefined],
  ['19beta1', undefined],
  ['a fork', undefined],
])('PostgreSQL %s is too old: %s', (version, tooOld) => expect(tooOldPostgres(version)).toBe(tooOld));

let server: Server | undefined;
afterEach(() => server?.close());

/** A server of the wire protocol of PostgreSQL that lets everybody in, and answers each query with its version. */
const startOld = async (version: string): Promise<number> => {
  const message = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const row = Buffer.alloc(6);
  row.writeInt16BE(1);
  row.writeInt32BE(version.length, 2);
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('server_version\0'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ]);
  const answer = [message('T', column), message('D', row, Buffer.from(version)), message('C', Buffer.from('SHOW\0'))];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (bytes[0] === 0x58) socket.end();
      else if (bytes[0] === 0x51) socket.write(Buffer.concat([...answer, ready]));
      else socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  return port;
};

it('a database that is too old ends the start with one line, and is not waited for', async () => {
  const port = await startOld('12.22');
  const settings = readSettings({ DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/x` });
  const preparing = prepareEngines(settings, createLogger('api', 'fatal'), async () => undefined);
  await expect(preparing).rejects.toMatchObject({
    problems: ['DATABASE_URL: PostgreSQL 12.22 is too old, 15 is the oldest'],
  });
});
