import { FairSlots } from '#libs/platform/async/fair-slots.js';

/** Milliseconds after which somebody who waits for an answer is told to try again. */
const patienceMs = 15_000;

/**
 * Reads that grow with the data of an organization: lists, which are counted and whose offset is walked over, sums, and
 * passes over the audit log. Each takes one connection at a time, all together leave one of the pool to other queries,
 * and an organization has one of them at a time, in turns with the others.
 */
export class SlowReads {
  private readonly slots: FairSlots;

  /** @param connections size of the pool */
  constructor(connections: number) {
    this.slots = new FairSlots({ slots: Math.max(1, connections - 1), perKey: 1 });
  }

  /**
   * Does a read that somebody waits for.
   * @throws NoSlotError when its turn does not come within 15 seconds
   */
  answer<Result>(organizationId: string, read: () => Promise<Result>): Promise<Result> {
    return this.slots.run(organizationId, read, patienceMs);
  }

  /** Does one read of a longer work, such as a page of an export, whenever its turn comes. */
  step<Result>(organizationId: string, read: () => Promise<Result>): Promise<Result> {
    return this.slots.run(organizationId, read);
  }
}
