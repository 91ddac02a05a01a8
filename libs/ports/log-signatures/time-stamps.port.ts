/** Outcomes of asking the authority for a time stamp. */
export const timeStampAnswers = [
  /** It has stamped the head. */
  'stamped',
  /** It says that it gives no stamp. */
  'rejected',
  /** Its reply is no stamp of the head, or states a time that is off. */
  'invalid',
  /** It cannot be reached. */
  'unreachable',
] as const;
export type TimeStampAnswer = (typeof timeStampAnswers)[number];

/** A log of an organization. */
export interface StampedLog {
  organizationId: string;
  /** Name of the log. */
  origin: string;
}

export interface TimeStamp {
  size: number;
  /** The stamped text, that of a checkpoint. */
  text: string;
  /** DER of the token (RFC 3161). */
  token: Uint8Array;
  time: Date;
}

/** Time stamps of signed heads of the audit logs. */
export interface TimeStamps {
  /** The newest stamp of a head with at most so many entries. */
  newest(log: StampedLog, size: number): Promise<TimeStamp | undefined>;
  /** The first stamp of a head that has an entry, and at most so many. @param number of the entry, from 0 */
  firstWith(log: StampedLog, number: number, size: number): Promise<TimeStamp | undefined>;
  /** The newest stamp of each log, by the log's name. */
  lastOnes(): Promise<ReadonlyMap<string, Pick<TimeStamp, 'size' | 'time'>>>;
  /** Keeps a stamp. Of those that are older than a month the last of each day stay. */
  keep(log: StampedLog, stamp: TimeStamp): Promise<void>;
  /** Notes what came of asking for a stamp of a log. */
  note(organizationId: string, answer: TimeStampAnswer): Promise<void>;
  /** For how many logs each was the last answer. */
  answers(): Promise<{ answer: TimeStampAnswer; logs: number }[]>;
}
