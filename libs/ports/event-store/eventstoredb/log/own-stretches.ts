import { SingleFlight } from '#libs/platform/async/single-flight.js';
import { isAtOrAfter, type Position, START } from '../../position.js';
import type { LogReads } from './log-reads.js';
import type { RecordedBeginning } from './recorded-beginning.js';
import { positionOf } from './recorded-events.js';
import type { OwnRead } from './shared-reads.js';

/** Milliseconds of a look through the whole log from which on others are spared it. */
const slowLookMs = 1_000;

/**
 * Stretches of the log that are known to hold nothing of ours, so that a reader need not have the server look through
 * the events of another installation again: those before our first event, and those behind our last. The last is found
 * by a read backwards before the first page, and is known further with every page that reaches the end. The first of an
 * installation that begins in a long log is recorded there.
 */
export class OwnStretches {
  /** Nothing of ours lies before it: recorded by an earlier look, or of our first event, once a read has met it. */
  private first: Position | undefined;
  /** Nothing of ours lies behind `last` up to `upTo`. */
  private end: { last: Position; upTo: Position } | undefined;
  private readonly looking: SingleFlight<void>;

  private breaks = 0;

  constructor(
    private readonly reads: Pick<LogReads, 'lastOf' | 'end' | 'breaks'>,
    recorded: Pick<RecordedBeginning, 'find' | 'idAt' | 'record'>,
    streamPrefix: string,
  ) {
    this.looking = new SingleFlight(async () => {
      const { breaks } = reads;
      const first = await recorded.find();
      const upTo = await reads.end();
      const id = await recorded.idAt(upTo);
      const begun = performance.now();
      const last = await reads.lastOf([streamPrefix]);
      const isSlow = performance.now() - begun > slowLookMs;
      // What was found before a break may be of another log.
      if (reads.breaks !== breaks) return;
      this.first = last === undefined ? upTo : first;
      // What came after the look at the end may be the newest: it says nothing about what lies before it.
      if (last === undefined || isAtOrAfter(upTo, last)) this.end = { last: last ?? START, upTo };
      else this.end = { last, upTo: last };
      if (last === undefined && id !== undefined && isSlow) await recorded.record(upTo, id);
    });
  }

  /** Resolves once the end is known, by a read backwards the first time. */
  async known(head: Position): Promise<void> {
    if (this.breaks !== this.reads.breaks) {
      // A log that was restored gives the same positions to other events.
      this.breaks = this.reads.breaks;
      [this.first, this.end] = [undefined, undefined];
    }
    if (this.end === undefined && head !== START) await this.looking.run();
  }

  /** Position of our newest event up to a place that is known. */
  get last(): Position | undefined {
    return this.end?.last;
  }

  /** The place after which events of ours may come, for a reader that has everything up to this one. */
  skip(position: Position): Position {
    const { end } = this;
    if (end === undefined || !isAtOrAfter(position, end.last) || isAtOrAfter(position, end.upTo)) return position;
    return end.upTo;
  }

  /** Position at which a read behind this one may begin. */
  beginning(position: Position): Position {
    return position === START && this.first !== undefined ? this.first : position;
  }

  /** Learns from a read, of all streams of ours, behind this position. */
  learn(after: Position, { events, isShort, head }: OwnRead): void {
    const [first] = events;
    if (after === START && first !== undefined) this.first = positionOf(first);
    if (!isShort) return;
    const last = events.at(-1);
    const { end } = this;
    if (last !== undefined) this.extend(positionOf(last), head);
    // Without events: nothing lies behind the place; what is known of the stretch before it may join to it.
    else if (end !== undefined && isAtOrAfter(after, end.last) && isAtOrAfter(end.upTo, after))
      this.extend(end.last, head);
    else this.extend(after, head);
  }

  private extend(last: Position, upTo: Position): void {
    if (isAtOrAfter(last, upTo)) return;
    if (this.end === undefined || !isAtOrAfter(this.end.upTo, upTo)) this.end = { last, upTo };
  }
}
