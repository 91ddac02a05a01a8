import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import type { EventFilter, EventPage, RecordedEvent } from '../../event-store.port.js';
import type { Position } from '../../position.js';
import { passes, positionOf, roughSize, toRecordedEvent } from './recorded-events.js';

export interface PageLimits {
  events: number;
  /** Approximate maximum of bytes held in memory; the first event always fits. */
  bytes: number;
}

/** A page while it fills. Events at or before its position were added or left out, so a repetition changes nothing. */
export class PageDraft {
  private readonly events: RecordedEvent[] = [];
  private bytes = 0;

  constructor(
    private readonly after: Position,
    private readonly streamPrefix: string,
    private readonly filter: EventFilter,
    private readonly limits: PageLimits,
    private reached: Position = after,
  ) {}

  get position(): Position {
    return this.reached;
  }

  get hasMoved(): boolean {
    return this.reached !== this.after;
  }

  get hasEvents(): boolean {
    return this.events.length > 0;
  }

  get isFull(): boolean {
    return this.events.length >= this.limits.events || this.bytes >= this.limits.bytes;
  }

  add(read: AllStreamResolvedEvent): void {
    const position = positionOf(read);
    if (position <= this.reached) return;
    this.reached = position;
    const event = toRecordedEvent(this.streamPrefix, read);
    if (event === undefined || !passes(this.filter, event)) return;
    this.events.push(event);
    this.bytes += roughSize(event.data) + roughSize(event.metadata);
  }

  moveTo(position: Position): void {
    if (position > this.reached) this.reached = position;
  }

  finish(atEnd: boolean): EventPage {
    return { events: this.events, position: this.reached, atEnd };
  }
}
