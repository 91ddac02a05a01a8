import type { Readable } from 'node:stream';

/** A stream that is written to, and whether people look at it. */
export interface Sink {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(bytes: string | Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

/** Everything outside of a command. */
export interface Io {
  stdin: Readable & { isTTY?: boolean | undefined; setRawMode?: (isRaw: boolean) => unknown };
  stdout: Sink;
  stderr: Sink;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the program is to end. */
  signal: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Resolves after these milliseconds; rejects with the reason of a signal that is aborted before. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}
