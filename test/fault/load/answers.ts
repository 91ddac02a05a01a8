/** What a caller got, and when. */
export interface Answer {
  kind: string;
  /** As `performance.now()` gives it. */
  sentAt: number;
  endedAt: number;
  /** 0 when no answer came. */
  status: number;
}

/** When a fault lasted, from the first thing done to the last thing undone. */
export interface FaultWindow {
  name: string;
  from: number;
  until: number;
}

/** After its end a fault may still be felt for so long: reconnections, elections, restarts of what it had ended. */
export const graceMs = 10_000;

export const isFailure = ({ status }: Answer): boolean => status === 0 || status >= 500;

/** Whether the request was under way while the fault lasted, or in the grace after it. */
export const isWithin = ({ sentAt, endedAt }: Answer, { from, until }: FaultWindow): boolean =>
  from <= endedAt && sentAt <= until + graceMs;
