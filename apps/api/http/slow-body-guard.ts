import type { IncomingMessage } from 'node:http';

/** A request as far as it has come in. */
type Incoming = Pick<IncomingMessage, 'complete'> & {
  socket: Pick<IncomingMessage['socket'], 'bytesRead' | 'destroy'>;
};

const checkEveryMs = 10_000;
/** A caller on the poorest line still sends more than this in one interval. */
const leastBytesPerCheck = 2_048;

/**
 * Drops callers that send a request body a byte at a time. One timer for all requests: a timer each
 * would cost every fast request.
 */
export class SlowBodyGuard {
  /** Bytes read from its connection at the last look. */
  private readonly waiting = new Map<Incoming, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(intervalMs = checkEveryMs) {
    this.timer = setInterval(() => this.check(), intervalMs);
    this.timer.unref();
  }

  watch(request: Incoming): void {
    this.waiting.set(request, Number.NEGATIVE_INFINITY);
  }

  /** An answer that did not wait for the whole body leaves the rest to come. */
  answered(request: Incoming): void {
    if (request.complete) this.waiting.delete(request);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * The first look only takes the measure; from the second on too little progress ends the connection. A
   * body that is all there is ours to work on, however long that takes.
   */
  private check(): void {
    for (const [request, bytesRead] of this.waiting) {
      const { complete, socket } = request;
      const isSlow = socket.bytesRead - bytesRead < leastBytesPerCheck;
      if (complete || isSlow) this.waiting.delete(request);
      else this.waiting.set(request, socket.bytesRead);
      if (isSlow && !complete) socket.destroy();
    }
  }
}
