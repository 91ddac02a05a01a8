/** A message, or a run of neighbours that are all done, stored as one entry. */
interface Entry<Place> {
  position: Place;
  done: boolean;
  before: Entry<Place> | undefined;
  after: Entry<Place> | undefined;
}

/**
 * The position up to which everything is done, while messages finish in any order. A message that is noted in log
 * order and not done holds the checkpoint back, however many behind it are done. Its memory grows with the undone
 * messages alone, so one message that takes an hour costs no more than one that takes a moment.
 */
export class ContiguousCheckpoint<Place> {
  private first: Entry<Place> | undefined;
  private last: Entry<Place> | undefined;
  private held = 0;
  private open = 0;

  constructor(private passed: Place) {}

  /** The checkpoint: nothing at or before it is undone. */
  get position(): Place {
    return this.passed;
  }

  /** Number of messages noted and not ended. */
  get undone(): number {
    return this.open;
  }

  /** Number of entries in memory. */
  get entries(): number {
    return this.held;
  }

  /** Notes the next message of the log; returns the function that ends it. */
  note(position: Place): () => void {
    const entry = this.append(position, false);
    this.open += 1;
    return () => this.end(entry);
  }

  /** Passes the range between the last message noted and this position, which has no messages. */
  pass(position: Place): void {
    if (this.last === undefined) this.passed = position;
    else if (this.last.done) this.last.position = position;
    else this.append(position, true);
  }

  private end(entry: Entry<Place>): void {
    if (entry.done) return;
    entry.done = true;
    this.open -= 1;
    const run = entry.before?.done ? this.join(entry.before, entry) : entry;
    if (run.after?.done) this.join(run, run.after);
    if (run !== this.first) return;
    this.passed = run.position;
    this.remove(run);
  }

  private append(position: Place, done: boolean): Entry<Place> {
    const entry: Entry<Place> = { position, done, before: this.last, after: undefined };
    if (this.last === undefined) this.first = entry;
    else this.last.after = entry;
    this.last = entry;
    this.held += 1;
    return entry;
  }

  private join(run: Entry<Place>, next: Entry<Place>): Entry<Place> {
    run.position = next.position;
    this.remove(next);
    return run;
  }

  private remove({ before, after }: Entry<Place>): void {
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.last = before;
    else after.before = before;
    this.held -= 1;
  }
}
