import type { StoredEvent } from './stored-event.js';
import { StreamState } from './stream-state.js';

/** All numbered events by their place in the log and by stream; readers see the published ones. */
export class LogIndex {
  private readonly streams = new Map<string, StreamState>();
  private readonly events: StoredEvent[] = [];
  private readonly listeners = new Set<() => void>();
  private visible = 0;
  private notifying = false;

  /** Number of events that readers see. */
  get length(): number {
    return this.visible;
  }

  /** The event at this place of the log. */
  at(index: number): StoredEvent | undefined {
    return index < this.visible ? this.events[index] : undefined;
  }

  stream(name: string): StreamState | undefined {
    return this.streams.get(name);
  }

  /** The last revision that readers see; -1 while they see no event of the stream. */
  lastVisibleRevision(stream: StreamState): number {
    const head = this.events[this.visible - 1];
    let revision = stream.lastRevision;
    while (revision >= 0 && head !== undefined && (stream.events[revision]?.prepare ?? 0) > head.prepare) revision -= 1;
    return head === undefined ? -1 : revision;
  }

  /** Place of the first event at or after the position. */
  indexOf(position: { commit: bigint; prepare: bigint }): number {
    let low = 0;
    let high = this.visible;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.events[middle];
      const commit = BigInt(event?.commit ?? 0);
      const before =
        commit < position.commit || (commit === position.commit && BigInt(event?.prepare ?? 0) < position.prepare);
      if (before) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Calls back whenever readers see more; returns how to stop that. */
  onPublished(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Number of events that are numbered, published or not. */
  get end(): number {
    return this.events.length;
  }

  /** The stream, created when it does not exist. */
  stateOf(stream: string): StreamState {
    const known = this.streams.get(stream);
    if (known !== undefined) return known;
    const state = new StreamState();
    this.streams.set(stream, state);
    return state;
  }

  add(event: StoredEvent): void {
    const state = this.stateOf(event.stream);
    if (event.revision === -1) state.tombstone = event;
    else state.events.push(event);
    this.events.push(event);
  }

  /** Shows readers the events before `end`. */
  publish(end: number): void {
    this.visible = Math.max(this.visible, end);
    this.notify();
  }

  /** Notifies readers once for all appends of one fsync. */
  private notify(): void {
    if (this.notifying) return;
    this.notifying = true;
    queueMicrotask(() => {
      this.notifying = false;
      for (const listener of this.listeners) listener();
    });
  }
}
