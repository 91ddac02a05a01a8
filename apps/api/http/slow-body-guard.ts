import type { Socket } from 'node:net';

interface Guarded {
  socket: Socket;
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

  watch(requestId: string, socket: Socket): void {
    this.waiting.set(requestId, { socket, bytesRead: Number.NEGATIVE_INFINITY });
  }

  release(requestId: string): void {
    this.waiting.delete(requestId);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The first look only takes the measure; from the second on too little progress ends the connection. */
  private check(): void {
    for (const [requestId, guarded] of this.waiting) {
      const { bytesRead } = guarded.socket;
      if (bytesRead - guarded.bytesRead < leastBytesPerCheck) {
        this.waiting.delete(requestId);
        guarded.socket.destroy();
      }
      guarded.bytesRead = bytesRead;
    }
  }
}
