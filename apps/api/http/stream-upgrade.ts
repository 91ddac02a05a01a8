import type { IncomingMessage } from 'node:http';

export const streamPath = '/v1/stream';

/** Maximum bytes of a caller's frame. */
export const maxFrameBytes = 256 * 1024;

const pathOf = ({ url = '' }: IncomingMessage): string => (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');

/** True when a request is to become a WebSocket. All others get an HTTP response, whatever upgrade they ask for. */
export const isStreamUpgrade = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && pathOf(request) === streamPath;
