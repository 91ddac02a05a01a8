import type { ReadAllOptions } from '../../event-store.port.js';

/** Settings with which a thread reads the log by itself; a message between threads carries them. */
export interface ScanSettings {
  url: string;
  streamPrefix: string;
  readTimeoutMs: number;
  unreachableMs: number;
  heartbeatMs: number;
}

export interface ScanRequest {
  id: number;
  options: ReadAllOptions;
}

/** The page as JSON text, which costs both threads less than to copy its events, or the message of an unavailable store. */
export type ScanAnswer = { id: number; page: string } | { id: number; unavailable: string } | { fault: string };
