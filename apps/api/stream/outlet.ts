import type { ReadingGate } from './reading-gate.js';
import type { ServerFrame } from './stream-frames.js';

/** What of a WebSocket an outlet uses. */
export interface WritableSocket {
  send(text: string, written: (error?: Error | null) => void): void;
  pong(data: Buffer, mask: boolean, written: (error?: Error | null) => void): void;
  close(code: number): void;
}

/** What a frame that waits takes beside its bytes: its string, buffers and entries in the queue of the socket. */
const frameOverhead = 512;

/** Tokens wait above it, so that a reader that stops costs no more. */
const fullAt = 128 * 1024;
/** Above it nothing more is read from the caller either, whose every frame could ask for an answer. */
const deafAt = 384 * 1024;
const roomAgainAt = 64 * 1024;

/** The way to one caller, with the room that is left on it. */
export class Outlet {
  private waiting = 0;
  private isClosed = false;
  private isDeaf = false;
  private readonly forRoom: (() => void)[] = [];

  constructor(
    private readonly socket: WritableSocket,
    private readonly reading: ReadingGate,
  ) {}

  /** False while the caller does not read what it was sent already. */
  get hasRoom(): boolean {
    return this.isClosed || this.waiting < fullAt;
  }

  /** Resolves when there is room again, or nobody to send to. */
  room(): Promise<void> {
    return this.hasRoom ? Promise.resolve() : new Promise((resolve) => this.forRoom.push(resolve));
  }

  send(frame: ServerFrame): void {
    if (this.isClosed) return;
    const text = JSON.stringify(frame);
    this.hold(Buffer.byteLength(text), (written) => this.socket.send(text, written));
  }

  /** Answers a ping of the WebSocket itself. */
  pong(data: Buffer): void {
    if (this.isClosed) return;
    this.hold(data.length, (written) => this.socket.pong(data, false, written));
  }

  /** Closes after what was sent before. */
  close(code: number): void {
    if (this.isClosed) return;
    this.closed();
    this.socket.close(code);
  }

  /** The socket has gone: what is sent from now on goes nowhere, and nobody waits for room. */
  closed(): void {
    this.isClosed = true;
    this.wake();
  }

  private hold(bytes: number, send: (written: () => void) => void): void {
    const held = bytes + frameOverhead;
    this.waiting += held;
    send(() => this.release(held));
    if (this.waiting < deafAt || this.isDeaf) return;
    this.isDeaf = true;
    this.reading.hold();
  }

  private release(held: number): void {
    this.waiting -= held;
    if (this.waiting > roomAgainAt) return;
    if (this.isDeaf) {
      this.isDeaf = false;
      this.reading.release();
    }
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.forRoom.splice(0)) resolve();
  }
}
