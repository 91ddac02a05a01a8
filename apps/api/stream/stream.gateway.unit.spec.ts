import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { readSettings } from '#libs/platform/config/settings.js';
import { StreamGateway } from './stream.gateway.js';
import type { StreamHub } from './stream-hub.js';

const upgrade = (headers: Record<string, string> = {}): IncomingMessage =>
  ({ headers, socket: { remoteAddress: '10.0.0.1' } }) as IncomingMessage;

const opened = () => {
  const calls: unknown[][] = [];
  const hub = {
    accept: (...args: unknown[]) => calls.push(['accept', ...args]),
    stop: async () => calls.push(['stop']),
  };
  const settings = readSettings({ TRANSLEDGER_TRUSTED_PROXIES: '10.0.0.0/8' });
  return { calls, gateway: new StreamGateway(hub as unknown as StreamHub, settings) };
};

describe('the gateway of the stream', () => {
  it('the gateway hands a socket to the hub with the address of the client behind trusted proxies', () => {
    const { gateway, calls } = opened();
    const socket = {} as WebSocket;
    gateway.handleConnection(socket, upgrade({ 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a client/1.0' }));
    expect(calls).toEqual([
      ['accept', socket, expect.objectContaining({ address: '203.0.113.9', userAgent: 'a client/1.0' })],
    ]);
  });

  it('the gateway stops the hub before the sockets are torn down', async () => {
    const { gateway, calls } = opened();
    await gateway.beforeApplicationShutdown();
    expect(calls).toEqual([['stop']]);
  });
});
