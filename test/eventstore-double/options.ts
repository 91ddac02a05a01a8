export interface EventStoreDoubleOptions {
  /** Of 127.0.0.1; a free one when omitted. */
  port?: number;
  /** Where the log is kept; only in memory when omitted. */
  logFile?: string;
  /** With a password: every call but gossip and server features needs them. */
  username?: string;
  password?: string;
  /** Files in PEM. */
  tls?: { keyFile: string; certFile: string };
  /** Bytes of one append; 1 MiB when omitted. */
  maxAppendSize?: number;
  /** Memory for the ids that make `any` and `stream_exists` idempotent; 8 MiB when omitted. */
  recentIdsBytes?: number;
  /** Whether a new log begins with events of the server's own, as a real one does; true when omitted. */
  systemEvents?: boolean;
  /** Whether the client is told of `BatchAppend`; true when omitted. */
  batchAppend?: boolean;
  /**
   * `per-event`, when omitted: each event is committed at its own position, as the server writes appends.
   * `per-append`: the events of one append share the commit position, as those of a transaction of the old protocol.
   */
  commitPositions?: 'per-event' | 'per-append';
}
