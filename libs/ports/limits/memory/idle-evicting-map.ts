/** Entries examined for each one added: more than one, so that a round ends before the map has doubled. */
const lookedAtPerAddition = 4;

/**
 * A map that forgets idle entries without a timer and without work on a hit: each addition examines the next few in
 * turn. It holds at most about a third more than were ever in use at once.
 */
export class IdleEvictingMap<V> {
  private readonly entries = new Map<string, V>();
  private hand = this.entries.entries();

  constructor(private readonly isIdle: (value: V, now: number) => boolean) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  add(key: string, value: V, now: number): void {
    for (let looked = 0; looked < lookedAtPerAddition; looked += 1) this.lookAtNext(now);
    this.entries.set(key, value);
  }

  private lookAtNext(now: number): void {
    const next = this.hand.next();
    if (next.done) {
      this.hand = this.entries.entries();
      return;
    }
    const [key, value] = next.value;
    if (this.isIdle(value, now)) this.entries.delete(key);
  }
}
