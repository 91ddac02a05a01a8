import type { Position } from '#libs/event-store/position.js';

/** A message, or a run of neighbours that are all done, kept as one. */
interface Entry {
  position: Position;
  done: boolean;
  before: Entry | undefined;
  after: Entry | undefined;
}

/**
 * The position up to which everything is done, while messages finish in any order. What is noted in log
 * order and not done holds the checkpoint back, however much behind it is done. Its memory grows with what
 * is undone alone, so one message that takes an hour costs no more than one that takes a moment.
 */
export class ContiguousCheckpoint {
  private first: Entry | undefined;
  private last: Entry | undefined;
  private held = 0;
  private open = 0;

  constructor(private passed: Position) {}

  /** The checkpoint: nothing at or before it is undone. */
  get position(): Position {
    return this.passed;
  }

  /** Messages noted and not ended. */
  get undone(): number {
    return this.open;
  }

  /** Entries in memory. */
  get entries(): number {
    return this.held;
  }

  /** Notes the next message of the log. Answers how to end it. */
  note(position: Position): () => void {
    const entry = this.append(position, false);
    this.open += 1;
    return () => this.end(entry);
  }

  /** Between the last message noted and this position there is nothing to do. */
  pass(position: Position): void {
    if (this.last === undefined) this.passed = position;
    else if (this.last.done) this.last.position = position;
    else this.append(position, true);
  }

  private end(entry: Entry): void {
    if (entry.done) return;
    entry.done = true;
    this.open -= 1;
    const run = entry.before?.done ? this.join(entry.before, entry) : entry;
    if (run.after?.done) this.join(run, run.after);
    if (run !== this.first) return;
    this.passed = run.position;
    this.remove(run);
  }

  private append(position: Position, done: boolean): Entry {
    const entry: Entry = { position, done, before: this.last, after: undefined };
    if (this.last === undefined) this.first = entry;
    else this.last.after = entry;
    this.last = entry;
    this.held += 1;
    return entry;
  }

  private join(run: Entry, next: Entry): Entry {
    run.position = next.position;
    this.remove(next);
    return run;
  }

  private remove({ before, after }: Entry): void {
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.last = before;
    else after.before = before;
    this.held -= 1;
  }
}
