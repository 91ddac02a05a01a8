import type { EventPage, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';

/** The last pages read at the end of the log, in order: bounded, so that the oldest is dropped first. */
export class RecentPages {
  /** Pages with events only: a log that is busy with other types would fill it with empty ones. */
  private readonly pages: Pick<EventPage, 'events' | 'position'>[] = [];
  private events = 0;
  private last: Position;

  /**
   * @param start exclusive: the first page held comes after it
   */
  constructor(
    private start: Position,
    private readonly maxEvents: number,
  ) {
    this.last = start;
  }

  /** The place right before the first page held. */
  get beginning(): Position {
    return this.start;
  }

  get end(): Position {
    return this.last;
  }

  /** Adds a page; events that are delivered again are left out. */
  add({ events, position }: EventPage): void {
    const { last } = this;
    if (isAtOrAfter(last, position)) return;
    this.last = position;
    const fresh = events.filter((event) => !isAtOrAfter(last, event.position));
    if (fresh.length === 0) return;
    this.pages.push({ events: fresh, position });
    this.events += fresh.length;
    while (this.events > this.maxEvents && this.pages.length > 1) {
      const oldest = this.pages.shift();
      if (oldest === undefined) return;
      this.start = oldest.position;
      this.events -= oldest.events.length;
    }
  }

  /** Whether the pages held reach back to this position without a gap. */
  reachesBackTo(position: Position): boolean {
    return isAtOrAfter(position, this.start);
  }

  after(position: Position): RecordedEvent[] {
    const passed = this.pages.findLastIndex((page) => isAtOrAfter(position, page.position));
    return this.pages
      .slice(passed + 1)
      .flatMap(({ events }) => events.filter((event) => !isAtOrAfter(position, event.position)));
  }
}
