import type { ReadPause } from './read-pause.js';
import type { ServerFrame } from './stream-frames.js';

/** The part of a WebSocket that a frame writer uses. */
export interface WritableSocket {
  send(text: string, written: (error?: Error | null) => void): void;
  pong(data: Buffer, mask: boolean, written: (error?: Error | null) => void): void;
  close(code: number, reason: string): void;
}

/** Bytes that a queued frame takes beside its own: its string, buffers and entries in the queue of the socket. */
const frameOverhead = 512;

/** High-water mark in bytes: above it tokens wait, so that a reader that stops costs no more. */
const highWaterBytes = 128 * 1024;
/**
 * Above this many bytes nothing more is read from the caller either, since its every frame could ask for a
 * response.
 */
const pauseReadsAtBytes = 384 * 1024;
const lowWaterBytes = 64 * 1024;

/** Writes frames to one caller with backpressure. */
export class FrameWriter {
  private waiting = 0;
  private isClosed = false;
  private isDeaf = false;
  private readonly forRoom: (() => void)[] = [];

  constructor(
    private readonly socket: WritableSocket,
    private readonly reading: ReadPause,
  ) {}

  /** False while the caller does not read what was already sent. */
  get hasRoom(): boolean {
    return this.isClosed || this.waiting < highWaterBytes;
  }

  /** Resolves when there is room again, or when the socket has closed. */
  room(): Promise<void> {
    return this.hasRoom ? Promise.resolve() : new Promise((resolve) => this.forRoom.push(resolve));
  }

  send(frame: ServerFrame): void {
    if (this.isClosed) return;
    const text = JSON.stringify(frame);
    this.hold(Buffer.byteLength(text), (written) => this.socket.send(text, written));
  }

  /** Sends the pong of a WebSocket ping. */
  pong(data: Buffer): void {
    if (this.isClosed) return;
    this.hold(data.length, (written) => this.socket.pong(data, false, written));
  }

  /** Closes the socket after the frames that were sent before. @param reason code of an error, or empty */
  close(code: number, reason = ''): void {
    if (this.isClosed) return;
    this.closed();
    this.socket.close(code, reason);
  }

  /** Notes that the socket has closed: later frames are dropped, and nothing waits for room any more. */
  closed(): void {
    this.isClosed = true;
    this.wake();
  }

  private hold(bytes: number, send: (written: () => void) => void): void {
    const held = bytes + frameOverhead;
    this.waiting += held;
    send(() => this.release(held));
    if (this.waiting < pauseReadsAtBytes || this.isDeaf) return;
    this.isDeaf = true;
    this.reading.hold();
  }

  private release(held: number): void {
    this.waiting -= held;
    if (this.waiting > lowWaterBytes) return;
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
