import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

export interface RestLimits {
  /** Bytes that are read and dropped, at most; those of one interval more. */
  bytes: number;
  /** Milliseconds that it takes, at most. */
  ms: number;
}

/** Four times the largest body that is kept in memory; a caller with a larger file reads its response meanwhile. */
const usualLimits: RestLimits = { bytes: 64 * 1024 * 1024, ms: 30_000 };
/** In each interval some 100 KiB are read from a connection: all at once they would keep the process from its work. */
const readEveryMs = 50;

/**
 * Reads and drops, within limits, what still comes of a body whose response is sent without it. A connection that is
 * closed with unread bytes is reset, and the response lost with it: so one that is to be closed stays open for reading
 * until the caller has sent everything, or has closed it.
 */
export const dropRestOfBody = (request: IncomingMessage, limits = usualLimits): void => {
  const { socket } = request;
  const end = { bytes: socket.bytesRead + limits.bytes, at: performance.now() + limits.ms };
  let isLast = false;
  // Whoever was reading the body does so no more. What Node dropped by itself would come as fast as it is sent.
  request.unpipe().pause().read(0);
  const reading = setInterval(() => {
    request.read();
    if (socket.bytesRead > end.bytes || performance.now() > end.at) request.destroy();
  }, readEveryMs).unref();
  // Node calls it once the response has left, on a connection that is not to be used again.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
    if (request.complete) close();
  };
  const close = (): void => {
    clearInterval(reading);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isLast) Socket.prototype.destroySoon.call(socket);
  };
  request.once('close', close);
};
