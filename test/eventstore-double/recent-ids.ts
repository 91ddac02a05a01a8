interface Slot {
  stream: string;
  revision: number;
}

// Bytes of an entry as the server counts them: id, revision, pointer, and the name in UTF-16.
const cost = (slot: Slot): number => 28 + slot.stream.length * 2;

/**
 * Ids of recent events with their slots, oldest forgotten first. They alone make an append with `any` or
 * `stream_exists` idempotent; empty after a restart, as the server's.
 */
export class RecentIds {
  private readonly slots = new Map<string, Slot>();
  /** Goes on where it was: an iterator that begins anew walks over all that was deleted before it. */
  private oldest = this.slots.entries();
  private readonly capacityBytes: number;
  private bytes = 0;

  constructor(capacityBytes: number) {
    this.capacityBytes = capacityBytes;
  }

  find(id: string, stream: string): number | undefined {
    const slot = this.slots.get(id);
    return slot?.stream === stream ? slot.revision : undefined;
  }

  remember(id: string, slot: Slot): void {
    const previous = this.slots.get(id);
    if (previous !== undefined) this.bytes -= cost(previous);
    this.slots.delete(id);
    this.slots.set(id, slot);
    this.bytes += cost(slot);
    while (this.bytes > this.capacityBytes) this.forgetOldest();
  }

  private forgetOldest(): void {
    const next = this.oldest.next();
    if (next.done) {
      this.oldest = this.slots.entries();
      return;
    }
    const [id, slot] = next.value;
    this.slots.delete(id);
    this.bytes -= cost(slot);
  }
}
