import type { Position } from '#libs/event-store/position.js';

interface Entry {
  position: Position;
  done: boolean;
}

/**
 * The position up to which everything is done, while messages finish in any order. What is noted in log
 * order and not done holds the checkpoint back, however much behind it is done.
 */
export class ContiguousCheckpoint {
  private readonly entries: Entry[] = [];
  private first = 0;

  constructor(private passed: Position) {}

  /** The checkpoint: nothing at or before it is undone. */
  get position(): Position {
    return this.passed;
  }

  /** Entries noted that the checkpoint has not passed. */
  get waiting(): number {
    return this.entries.length - this.first;
  }

  /** Notes a message, or (done at once) a place up to which there was nothing to do. Answers how to end it. */
  note(position: Position): () => void {
    const entry: Entry = { position, done: false };
    this.entries.push(entry);
    return () => {
      entry.done = true;
      this.advance();
    };
  }

  private advance(): void {
    for (let entry = this.entries[this.first]; entry?.done; entry = this.entries[this.first]) {
      this.passed = entry.position;
      this.first += 1;
    }
    // Copied seldom, so that each entry is moved about once on average.
    if (this.first > 1_000 && this.first * 2 > this.entries.length) {
      this.entries.splice(0, this.first);
      this.first = 0;
    }
  }
}
