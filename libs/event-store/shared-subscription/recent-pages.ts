import type { EventPage, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';

/** The end of the log as it was read last, in order: bounded, so that the oldest goes first. */
export class RecentPages {
  private readonly pages: EventPage[] = [];
  private events = 0;

  /** @param start exclusive: what is kept comes after it */
  constructor(
    private start: Position,
    private readonly mostEvents: number,
  ) {}

  get end(): Position {
    return this.pages.at(-1)?.position ?? this.start;
  }

  /** What is delivered again is left out. */
  add({ events, ...rest }: EventPage): void {
    const { end } = this;
    if (isAtOrAfter(end, rest.position)) return;
    const page = { ...rest, events: events.filter(({ position }) => !isAtOrAfter(end, position)) };
    this.pages.push(page);
    this.events += page.events.length;
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
    const first = this.pages.findIndex((page) => !isAtOrAfter(position, page.position));
    if (first === -1) return [];
    return this.pages
      .slice(first)
      .flatMap(({ events }) => events.filter((event) => !isAtOrAfter(position, event.position)));
  }
}
