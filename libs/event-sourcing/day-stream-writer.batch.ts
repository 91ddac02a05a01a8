import type { NewEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';

/** Facts of one organization and day that go in one append. All share one promise: none is made for each fact. */
export class DayStreamBatch {
  readonly events: NewEvent[] = [];
  readonly durable: Promise<Position>;
  readonly resolve: (position: Position) => void;
  readonly reject: (error: unknown) => void;
  private readonly ids = new Set<string>();
  private bytes = 0;

  constructor(
    /** Days since 1970. */
    readonly day: number,
    private readonly maxEvents: number,
    private readonly maxBytes: number,
  ) {
    ({ promise: this.durable, resolve: this.resolve, reject: this.reject } = Promise.withResolvers<Position>());
  }

  get size(): number {
    return this.events.length;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  hasRoomFor(bytes: number): boolean {
    return this.events.length < this.maxEvents && this.bytes + bytes <= this.maxBytes;
  }

  add(event: NewEvent, bytes: number): void {
    this.events.push(event);
    this.ids.add(event.id);
    this.bytes += bytes;
  }
}
