import type { IncomingMessage } from 'node:http';

/** A request as far as it has come in. */
type Incoming = Pick<IncomingMessage, 'complete'> & {
  socket: Pick<IncomingMessage['socket'], 'bytesRead' | 'destroy'>;
};

const checkEveryMs = 10_000;
/** Minimum bytes in one interval; a caller on the poorest line still sends more. */
const minBytesPerCheck = 2_048;

/**
 * Drops callers that send a request body a byte at a time. There is one timer for all requests: a timer each would
 * cost every fast request.
 */
export class SlowBodyGuard {
  /** Requests whose bodies are incomplete, with the bytes read from their connection at the last check. */
  private readonly waiting = new Map<Incoming, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(intervalMs = checkEveryMs) {
    this.timer = setInterval(() => this.check(), intervalMs);
    this.timer.unref();
  }

  watch(request: Incoming): void {
    this.waiting.set(request, Number.NEGATIVE_INFINITY);
  }

  /** Stops watching a request; a response that did not wait for the whole body leaves the rest to come. */
  answered(request: Incoming): void {
    if (request.complete) this.waiting.delete(request);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * The first check only takes the measure; from the second on too little progress ends the connection. A body that
   * has arrived completely is ours to work on, however long that takes.
   */
  private check(): void {
    for (const [request, bytesRead] of this.waiting) {
      const { complete, socket } = request;
      const isSlow = socket.bytesRead - bytesRead < minBytesPerCheck;
      if (complete || isSlow) this.waiting.delete(request);
      else this.waiting.set(request, socket.bytesRead);
      if (isSlow && !complete) socket.destroy();
    }
  }
}
