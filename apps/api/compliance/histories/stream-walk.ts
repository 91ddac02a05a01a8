import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { HistoryResource, Moment } from './history-resource.js';

/** An event, and the resource as it left it. */
export interface SnapshotAfter {
  event: RecordedEvent;
  snapshot: unknown;
}

export interface WalkedStream {
  /** Number of events up to the moment. */
  total: number;
  /** Those of the page, which ends before its limit where they are large. */
  events: SnapshotAfter[];
  /** The resource as the last of them all left it; undefined where it is deleted. */
  last: unknown;
  /** Time at which the last of them was recorded; undefined where there is none. */
  lastAt: string | undefined;
}

interface Walk {
  stream: string;
  resource: HistoryResource;
  /** Revision of the first event of the page. */
  first: number;
  /** Events of the page at most. */
  maxEvents: number;
  /** Events that states show from a later time on are not looked at; RFC 3339. */
  until: string | undefined;
  /** Called with the first event. */
  onFirst: (event: RecordedEvent) => void;
}

/** Characters of JSON that the events and states of a page have at most, unless the first alone has more. */
const maxCharacters = 4 * 1024 * 1024;

const sizeOf = ({ event, snapshot }: SnapshotAfter): number =>
  JSON.stringify(event.data).length + JSON.stringify(snapshot ?? null).length;

/** Gathers the events of a page. */
class Page {
  readonly events: SnapshotAfter[] = [];
  private characters = 0;
  private isFull = false;

  constructor(
    private readonly first: number,
    private readonly maxEvents: number,
  ) {}

  offer(event: RecordedEvent, snapshotNow: () => unknown): void {
    if (this.isFull || event.revision < this.first) return;
    const after = { event, snapshot: snapshotNow() };
    this.characters += sizeOf(after);
    this.isFull = this.events.length > 0 && this.characters > maxCharacters;
    if (!this.isFull) this.isFull = this.events.push(after) >= this.maxEvents;
  }
}

/**
 * The time from which states show an event: the one that it names itself (`completedAt`), which is shortly before it was
 * recorded, or else the time of its record. Times that it names of what is to come count for nothing.
 */
const shownFrom = ({ data, recordedAt }: RecordedEvent): string =>
  Object.entries(data)
    .flatMap(([name, value]) =>
      name.endsWith('At') && typeof value === 'string' && value <= recordedAt ? [value] : [],
    )
    .sort()
    .at(-1) ?? recordedAt;

/** Folds a stream from its beginning, and keeps what the events of one page left. */
export const walkStream = async (
  eventStore: Pick<EventStore, 'readStream'>,
  { stream, resource, first, maxEvents, until, onFirst }: Walk,
): Promise<WalkedStream> => {
  const fold = resource.begin();
  const page = new Page(first, maxEvents);
  let total = 0;
  let lastAt: string | undefined;
  for await (const event of eventStore.readStream(stream)) {
    if (event.revision === 0) onFirst(event);
    if (until !== undefined && event.recordedAt > until && shownFrom(event) > until) break;
    fold.apply(event);
    total += 1;
    lastAt = event.recordedAt;
    page.offer(event, () => fold.snapshot());
  }
  return { total, events: page.events, last: fold.snapshot(), lastAt };
};

/** The states at the moments; null where there was none. */
export const statesAt = async (
  resource: HistoryResource,
  organizationId: string,
  moments: readonly Moment<unknown>[],
): Promise<(object | null)[]> => {
  const existing = moments.filter(({ snapshot }) => snapshot !== undefined);
  const shown = (await resource.show(organizationId, existing)).values();
  return moments.map(({ snapshot }) => (snapshot === undefined ? null : (shown.next().value ?? null)));
};
