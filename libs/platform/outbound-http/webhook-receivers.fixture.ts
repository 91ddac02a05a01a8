import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.js';

export const payload = '{"event":"document.completed","text":"ünïcödé"}';
export const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'the old one'];
export const timestamp = new Date('2026-01-02T03:04:05.600Z');

const open = new Set<{ close(): unknown; destroyAll(): void }>();

/** Closes every server that listens. */
export const closeReceivers = (): void => {
  for (const server of open) {
    server.destroyAll();
    server.close();
  }
  open.clear();
};

export const listen = async (server: Server, address = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, address);
  await once(server, 'listening');
  open.add({
    close: () => server.close(),
    destroyAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
  return (server.address() as AddressInfo).port;
};

export const receiver = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(answer))}/hook?team=1`;

export const send = (url: string, options: Partial<WebhookSenderOptions> = {}) =>
  createWebhookSender({ allowPrivate: true, allowHttp: true, ...options }).send({
    url,
    secrets,
    id: 'dlv_1',
    sequence: 7,
    payload,
    timestamp,
  });
