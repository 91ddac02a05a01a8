import type { IncomingMessage } from 'node:http';

export const streamPath = '/v1/stream';

/** Maximum bytes of a caller's frame. */
export const maxFrameBytes = 256 * 1024;

/** Whether a path without its query is that of the stream. */
export const isStreamPath = (path: string): boolean => path === streamPath || path === `${streamPath}/`;

/** True when a request is to become a WebSocket. All others get an HTTP response, whatever upgrade they ask for. */
export const isStreamUpgrade = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && isStreamPath(url.split('?', 1)[0] ?? '');
