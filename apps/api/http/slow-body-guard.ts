import type { IncomingMessage } from 'node:http';

/** A request as far as it has come in. */
type Incoming = Pick<IncomingMessage, 'complete'> & {
  socket: Pick<IncomingMessage['socket'], 'bytesRead' | 'destroy'>;
};

const checkEveryMs = 10_000;
/** Minimum bytes in one interval; a caller on the poorest line still sends more. */
const minBytesPerCheck = 2_048;
/** Checks between which a body that is held in memory comes at the latest: 16 MiB in 160 s, which is 0.8 Mbit/s. */
const checksPerHeldBody = 16;

interface Progress {
  /** Bytes read from its connection at the last check. */
  bytesRead: number;
  /** Bytes that must come until the next. */
  minBytes: number;
}

/**
 * Drops callers that send a request body a byte at a time. There is one timer for all requests: a timer each would
 * cost every fast request.
 */
export class SlowBodyGuard {
  /** Requests whose bodies are incomplete. */
  private readonly waiting = new Map<Incoming, Progress>();
  private readonly timer: NodeJS.Timeout;

  constructor(intervalMs = checkEveryMs) {
    this.timer = setInterval(() => this.check(), intervalMs);
    this.timer.unref();
  }

  /** `heldBytes` are those that the body takes in memory when it has come: it comes in a bounded time. */
  watch(request: Incoming, heldBytes = 0): void {
    const minBytes = Math.max(minBytesPerCheck, heldBytes / checksPerHeldBody);
    this.waiting.set(request, { bytesRead: Number.NEGATIVE_INFINITY, minBytes });
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
    for (const [request, progress] of this.waiting) {
      const { complete, socket } = request;
      const isSlow = socket.bytesRead - progress.bytesRead < progress.minBytes;
      if (complete || isSlow) this.waiting.delete(request);
      else progress.bytesRead = socket.bytesRead;
      if (isSlow && !complete) socket.destroy();
    }
  }
}
