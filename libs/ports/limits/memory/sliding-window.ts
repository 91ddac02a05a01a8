/**
 * Slots that a window is cut into. A request counts until its whole slot has left the window: up to 1/60 of the
 * window (1.7 %) longer than it must, never shorter. So the rule holds for every window, at the price of refusing a
 * little too long. Rejected: two buckets weighted by overlap, which let through up to twice the limit when the
 * requests of a bucket came in one burst; a log of times, which grows with the limit.
 */
export const slotsPerWindow = 60;
/** Slots of the ring: those of the window and the one that is just leaving. */
export const ringLength = slotsPerWindow + 1;

/**
 * The requests of one key in the last `windowMs`, in 0.5 kB whatever the limit. Times are in milliseconds and never
 * go back.
 */
export class SlidingWindow {
  private readonly counts = new Uint32Array(ringLength);
  private readonly slotMs: number;
  /** Number of the newest slot, counted from the epoch. */
  private slot = 0;
  private total = 0;
  /** Newest slot with a request in it. */
  private lastUsed = 0;

  constructor(windowMs: number) {
    this.slotMs = windowMs / slotsPerWindow;
  }

  /** Number of requests that count at this time. */
  used(now: number): number {
    this.advance(now);
    return this.total;
  }

  take(now: number): void {
    this.advance(now);
    const index = this.slot % ringLength;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.total += 1;
    this.lastUsed = this.slot;
  }

  /** Time at which none of the requests counts any more. */
  freeAt(): number {
    return this.total === 0 ? this.slot * this.slotMs : this.endOf(this.lastUsed);
  }

  /** Time at which fewer than `limit` of the requests count. */
  fewerThanAt(limit: number): number {
    let left = this.total;
    for (let slot = this.slot - slotsPerWindow; slot <= this.slot; slot += 1) {
      if (left < limit) return this.endOf(slot - 1);
      left -= this.counts[slot % ringLength] ?? 0;
    }
    return this.freeAt();
  }

  private endOf(slot: number): number {
    return (slot + ringLength) * this.slotMs;
  }

  /** Advances to the slot of this time: a new slot takes the place of the one that leaves the window. */
  private advance(now: number): void {
    const slot = Math.floor(now / this.slotMs);
    if (slot <= this.slot) return;
    if (slot - this.slot >= ringLength) {
      this.counts.fill(0);
      this.total = 0;
    } else {
      for (let entering = this.slot + 1; entering <= slot; entering += 1) {
        const index = entering % ringLength;
        this.total -= this.counts[index] ?? 0;
        this.counts[index] = 0;
      }
    }
    this.slot = slot;
  }
}
