import type { EventPage, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';

/** The end of the log as it was read last, in order: bounded, so that the oldest goes first. */
export class RecentPages {
  /** None without events: a log that is busy with others' types would fill it with them. */
  private readonly pages: Pick<EventPage, 'events' | 'position'>[] = [];
  private events = 0;
  private last: Position;

  /** @param start exclusive: what is kept comes after it */
  constructor(
    private start: Position,
    private readonly mostEvents: number,
  ) {
    this.last = start;
  }

  get end(): Position {
    return this.last;
  }

  /** What is delivered again is left out. */
  add({ events, position }: EventPage): void {
    const { last } = this;
    if (isAtOrAfter(last, position)) return;
    this.last = position;
    const fresh = events.filter((event) => !isAtOrAfter(last, event.position));
    if (fresh.length === 0) return;
    this.pages.push({ events: fresh, position });
    this.events += fresh.length;
    while (this.events > this.mostEvents && this.pages.length > 1) {
      const oldest = this.pages.shift();
      if (oldest === undefined) return;
      this.start = oldest.position;
      this.events -= oldest.events.length;
    }
  }

  /** Whether nothing between this position and what is kept is missing. */
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
