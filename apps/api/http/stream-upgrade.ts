import type { IncomingMessage } from 'node:http';

export const streamPath = '/v1/stream';

/** The largest frame of a caller, in bytes. */
export const largestFrame = 256 * 1024;

const pathOf = ({ url = '' }: IncomingMessage): string => (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');

/** Whether a request is to become a WebSocket. All others are answered over HTTP, whatever they would like to become. */
export const isStreamUpgrade = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && pathOf(request) === streamPath;
