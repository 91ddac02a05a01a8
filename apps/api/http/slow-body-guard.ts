import type { IncomingMessage } from 'node:http';

/** A request as far as it has come in. */
type Incoming = Pick<IncomingMessage, 'complete'> & {
  socket: Pick<IncomingMessage['socket'], 'bytesRead' | 'destroy'>;
};

interface Guarded {
  request: Incoming;
  bytesRead: number;
}

const checkEveryMs = 10_000;
/** A caller on the poorest line still sends more than this in one interval. */
const leastBytesPerCheck = 2_048;

/**
 * Drops callers that send a request body a byte at a time. One timer for all requests: a timer each
 * would cost every fast request.
 */
export class SlowBodyGuard {
  private readonly waiting = new Map<string, Guarded>();
  private readonly timer: NodeJS.Timeout;

  constructor(intervalMs = checkEveryMs) {
    this.timer = setInterval(() => this.check(), intervalMs);
    this.timer.unref();
  }

  watch(requestId: string, request: Incoming): void {
    this.waiting.set(requestId, { request, bytesRead: Number.NEGATIVE_INFINITY });
  }

  release(requestId: string): void {
    this.waiting.delete(requestId);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * The first look only takes the measure; from the second on too little progress ends the connection. A
   * body that is all there is ours to work on, however long that takes.
   */
  private check(): void {
    for (const [requestId, guarded] of this.waiting) {
      const { complete, socket } = guarded.request;
      const isSlow = socket.bytesRead - guarded.bytesRead < leastBytesPerCheck;
      if (complete || isSlow) this.waiting.delete(requestId);
      if (isSlow && !complete) socket.destroy();
      guarded.bytesRead = socket.bytesRead;
    }
  }
}
