import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { StreamAdapter } from './stream.adapter.js';

const opening = [
  'GET /v1/stream HTTP/1.1',
  'Host: a',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

const logged = vi.fn();
afterEach(() => vi.restoreAllMocks());

it.each([
  ['without a mask', [0x81, 0x01, 0x61], 1002],
  ['with a reserved bit', [0xc1, 0x80, 0, 0, 0, 0], 1002],
  ['that goes on with nothing', [0x80, 0x80, 0, 0, 0, 0], 1002],
  ['with a close code that nobody may send', [0x88, 0x82, 0, 0, 0, 0, 0, 1], 1002],
  ['longer than numbers go', [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], 1009],
  ['that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe], 1007],
])('a frame %s closes its connection, and leaves no line in the log', async (_what, frame, code) => {
  vi.spyOn(Logger.prototype, 'error').mockImplementation(logged);
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const adapter = new StreamAdapter(http);
  const sockets = adapter.create(0, { path: '/v1/stream' });
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  socket.write(Buffer.concat([Buffer.from(opening), Buffer.from(frame)]));
  const received = Buffer.concat(await socket.toArray());
  const frames = received.subarray(received.indexOf('\r\n\r\n') + 4);
  expect([frames[0], frames.readUInt16BE(2)]).toEqual([0x88, code]);
  expect(logged).not.toHaveBeenCalled();
  await adapter.close(sockets);
  http.close();
});
