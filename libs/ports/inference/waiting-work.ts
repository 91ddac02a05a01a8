import { FairQueue } from '#libs/platform/async/fair-queue.js';
import type { TranslationRequest } from './inference.port.js';

export type Priority = NonNullable<TranslationRequest['priority']>;

/** The line that work waits in. */
export interface Line {
  priority: Priority;
  /** The organization that it is for; work without one shares a turn. */
  organizationId?: string | undefined;
}

/** While both wait, a document has one turn in as many: interactive work never ends. */
export const turnsForADocument = 8;

/**
 * Work that waits for an engine. Interactive work goes first, but for each eighth turn; in each of the two, the
 * organizations take turns: a batch of a hundred texts lets another organization's sentence wait for one of them.
 */
export class WaitingWork<Item> {
  private readonly lines: Record<Priority, FairQueue<Item>> = {
    interactive: new FairQueue(),
    document: new FairQueue(),
  };
  /** Turns in which documents waited in vain. */
  private passedOver = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Number of items that wait in the line. */
  waiting({ priority, organizationId = '' }: Line): number {
    return this.lines[priority].waiting(organizationId);
  }

  add({ priority, organizationId = '' }: Line, item: Item): void {
    this.lines[priority].add(organizationId, item);
    this.count += 1;
  }

  /** Takes out an item that waits in the line. */
  remove({ priority, organizationId = '' }: Line, item: Item): void {
    if (this.lines[priority].remove(organizationId, item)) this.count -= 1;
  }

  /** Returns the item that `take` would take. */
  peek(): Item | undefined {
    return this.next.peek();
  }

  take(): Item | undefined {
    const { next, lines } = this;
    if (next.isEmpty) return undefined;
    this.passedOver = next === lines.document || lines.document.isEmpty ? 0 : this.passedOver + 1;
    this.count -= 1;
    return next.take();
  }

  /** Takes all items out, interactive ones first. */
  clear(): Item[] {
    this.count = 0;
    return [...this.lines.interactive.clear(), ...this.lines.document.clear()];
  }

  private get next(): FairQueue<Item> {
    const { interactive, document } = this.lines;
    const isDocumentsTurn = interactive.isEmpty || (!document.isEmpty && this.passedOver >= turnsForADocument - 1);
    return isDocumentsTurn ? document : interactive;
  }
}
