/** The outcome of a request and its times, as its caller saw them. */
export interface Answer {
  kind: string;
  /** Milliseconds of `performance.now()`. */
  sentAt: number;
  endedAt: number;
  /** Status of the response; 0 when none came. */
  status: number;
}

/** The time of a fault, from the first thing done to the last thing undone. */
export interface FaultWindow {
  name: string;
  from: number;
  until: number;
}

/** Milliseconds that a fault may be felt after its end: reconnections, elections, restarts of what it had ended. */
export const graceMs = 10_000;

export const isFailure = ({ status }: Answer): boolean => status === 0 || status >= 500;

/** Whether the request was under way while the fault lasted, or in the grace after it. */
export const isWithin = ({ sentAt, endedAt }: Answer, { from, until }: FaultWindow): boolean =>
  from <= endedAt && sentAt <= until + graceMs;
