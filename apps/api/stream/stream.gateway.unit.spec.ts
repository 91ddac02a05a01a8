import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { BrowserSessions } from '../http/browser-sessions.js';
import { StreamGateway } from './stream.gateway.js';
import type { StreamHub } from './stream-hub.js';
import type { StreamClient } from './stream-request.js';

const upgrade = (headers: Record<string, string> = {}): IncomingMessage =>
  ({ headers, socket: { remoteAddress: '10.0.0.1' } }) as IncomingMessage;

const opened = () => {
  const calls: unknown[][] = [];
  const hub = {
    accept: (...args: unknown[]) => calls.push(['accept', ...args]),
    stop: async () => calls.push(['stop']),
  };
  const browsers = new BrowserSessions({ publicUrl: 'https://translate.example.com', origins: [] });
  const settings = readSettings({ TRANSLEDGER_TRUSTED_PROXIES: '10.0.0.0/8' });
  return { calls, gateway: new StreamGateway(hub as unknown as StreamHub, settings, browsers, undefined) };
};

describe('the gateway of the stream', () => {
  it('the gateway hands a socket to the hub with the address of the client behind trusted proxies', () => {
    const { gateway, calls } = opened();
    const socket = {} as WebSocket;
    gateway.handleConnection(socket, upgrade({ 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a client/1.0' }));
    expect(calls).toEqual([
      [
        'accept',
        socket,
        expect.objectContaining({ address: '203.0.113.9', userAgent: 'a client/1.0' }),
        { remoteAddress: '10.0.0.1' },
      ],
    ]);
  });

  it('the gateway hands on the session of a browser, and whether a page of ours opened the socket', () => {
    const { gateway, calls } = opened();
    const cookie = `__Host-transledger_session=${'t'.repeat(43)}`;
    const origins = ['https://translate.example.com', 'https://evil.example.com', undefined];
    for (const origin of origins)
      gateway.handleConnection({} as WebSocket, upgrade({ cookie, ...(origin === undefined ? {} : { origin }) }));
    gateway.handleConnection({} as WebSocket, upgrade());
    const [own, other, none, without] = calls.map(([, , client]) => (client as StreamClient).session);
    expect(own?.hash).toMatch(/^session:[0-9a-f]{64}$/);
    expect(() => own?.assertOwnOrigin()).not.toThrow();
    for (const session of [other, none]) expect(() => session?.assertOwnOrigin()).toThrow(Rejection);
    expect(without).toBeUndefined();
  });

  it('the gateway stops the hub before the sockets are torn down', async () => {
    const { gateway, calls } = opened();
    await gateway.beforeApplicationShutdown();
    expect(calls).toEqual([['stop']]);
  });
});
