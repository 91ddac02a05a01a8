import type { EventStore } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';
import type { SharedSubscription } from './shared-subscription.js';

/** The part of the log that a reader has not passed; undefined where it is not known. */
export interface Lag {
  /** Number of events, counted up to 1,000. */
  lagEvents: number | undefined;
  /** Age in seconds of the oldest of them. */
  lagSeconds: number | undefined;
}

export interface ReaderPlace {
  /** Everything that the reader wants is passed up to here. */
  position: Position;
  /** The types that it wants. */
  types: readonly string[];
  /** RFC 3339 time at which the last event passed was written, where it is known: what is not passed is younger. */
  passedUntil?: string | undefined;
}

type Observed = Pick<SharedSubscription, 'behind' | 'reaches'>;

/** Maximum lag that is counted; a greater one is reported as this. */
export const countedLag = 1_000;
/** Milliseconds in which what is followed may reach the head: longer than events gather. */
const reachWithinMs = 500;

export const noLag: Lag = { lagEvents: 0, lagSeconds: 0 };
export const unknownLag: Lag = { lagEvents: undefined, lagSeconds: undefined };

/**
 * Lags of readers without a read of the log: one look at its head for all, and the events that this process has followed
 * anyway. A reader that has passed the head has none; for one whose place lies before what is held in memory it is
 * unknown, and never said to be none.
 */
export const observedLags = async (
  eventStore: Pick<EventStore, 'head'>,
  followed: Observed,
  readPlaces: () => Promise<readonly ReaderPlace[]>,
  now: () => number = Date.now,
): Promise<Lag[]> => {
  // The head first: places that are read after it may lie behind it, and never seem to have passed what came later.
  const head = await eventStore.head().catch(() => undefined);
  const isFollowed = head !== undefined && (await followed.reaches(head, reachWithinMs));
  const places = await readPlaces();
  return places.map(({ position, types, passedUntil }) => {
    if (head === undefined) return unknownLag;
    if (isAtOrAfter(position, head)) return noLag;
    const behind = followed.behind(position, types);
    if (behind === undefined) return { lagEvents: undefined, lagSeconds: ageOf(passedUntil, now()) };
    // Too many are too many, whatever has come since.
    if (!isFollowed && behind.events < countedLag)
      return { lagEvents: undefined, lagSeconds: ageOf(behind.oldest, now()) };
    return { lagEvents: Math.min(behind.events, countedLag), lagSeconds: ageOf(behind.oldest, now()) ?? 0 };
  });
};

const ageOf = (writtenAt: string | undefined, now: number): number | undefined =>
  writtenAt === undefined ? undefined : Math.max(0, (now - Date.parse(writtenAt)) / 1_000);
