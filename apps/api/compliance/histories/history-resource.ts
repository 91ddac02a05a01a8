import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** A resource as the events of its stream left it, at a time (RFC 3339). */
export interface Moment<Snapshot> {
  snapshot: Snapshot;
  time: string;
}

/** Follows a resource through its stream. */
export interface HistoryFold<Snapshot> {
  apply(event: RecordedEvent): void;
  /** The resource as it is now, which later events leave alone; undefined while there is none, as after its deletion. */
  snapshot(): Snapshot | undefined;
}

/** How the history of a kind of resource is made. */
export interface HistoryResource<Snapshot = unknown> {
  /** First part of the names of its streams. */
  category: string;
  /** Prefix of its ids. */
  idPrefix: string;
  /** Other ids that callers name it by. */
  aliases?: readonly {
    idPrefix: string;
    /** Its own id; undefined for an alias of nothing in the organization. */
    ownId(organizationId: string, alias: string): Promise<string | undefined>;
  }[];
  begin(): HistoryFold<Snapshot>;
  /** The resource as the API answered it at each of the moments, which are of one resource; in their order. */
  show(organizationId: string, moments: readonly Moment<Snapshot>[]): Promise<object[]>;
}
