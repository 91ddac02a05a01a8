import type { EventLog } from './event-log.js';

export interface EventStoreDoubleOptions {
  /** A log that several doubles share, as the nodes of a cluster do: the options of a log then have no effect. */
  log?: EventLog;
  /** Port that this node names as its own in gossip; the port that it listens on when omitted. */
  advertisedPort?: number;
  /** Port on 127.0.0.1; a free one when omitted. */
  port?: number;
  /** File of the log; it is only in memory when omitted. */
  logFile?: string;
  /** Credentials, together with a password: every call but gossip and server features needs them. */
  username?: string;
  password?: string;
  /** Paths of the files in PEM. */
  tls?: { keyFile: string; certFile: string };
  /** Max bytes of one append; 1 MiB when omitted. */
  maxAppendSize?: number;
  /** Max bytes of the ids that make `any` and `stream_exists` idempotent; 8 MiB when omitted. */
  recentIdsBytes?: number;
  /** Microseconds for which one of four readers is busy with each event that is examined; 0 when omitted. */
  readMicrosPerEvent?: number;
  /** Whether a new log begins with events of the server's own, as a real one does; true when omitted. */
  systemEvents?: boolean;
  /** Whether the server lists `BatchAppend` among its features; true when omitted. */
  batchAppend?: boolean;
  /**
   * `per-event`, when omitted: each event is committed at its own position, as the server writes appends.
   * `per-append`: the events of one append share the commit position, as those of a transaction of the old protocol.
   */
  commitPositions?: 'per-event' | 'per-append';
}
