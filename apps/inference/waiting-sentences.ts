import { FairQueue } from '#libs/platform/async/fair-queue.js';
import { type Line, WaitingWork } from '#libs/ports/inference/waiting-work.js';

/** A sentence that waits for a thread. */
export interface WaitingSentence {
  line: Line;
  model: string;
  text: string;
  /** Whether it is translated with no other beside it: its first token comes soonest so. */
  isAlone: boolean;
}

export const maxBatch = 32;
/** UTF-16 units that a batch has at most, for a thread to be free again within a second or so. */
const maxBatchLength = 1_000;

/** A group of sentences that may be translated together: of one model and one priority, and of like length. */
interface Group<Item> {
  queue: FairQueue<Item>;
  size: number;
}

/** Lengths between two powers of two are alike. */
const lengthClassOf = ({ length }: string): number => Math.ceil(Math.log2(Math.max(length, 16)));

const groupOf = ({ line, model, text }: WaitingSentence): string => `${model} ${line.priority} ${lengthClassOf(text)}`;
const organizationOf = ({ line }: WaitingSentence): string => line.organizationId ?? '';

/**
 * The sentences whose models are loaded. The next is given by the turns of `WaitingWork`, and with it go others of like length, of
 * all organizations in turns.
 */
export class WaitingSentences<Item extends WaitingSentence> {
  private readonly turns = new WaitingWork<Item>();
  private readonly groups = new Map<string, Group<Item>>();
  private readonly counts = new Map<string, number>();

  get size(): number {
    return this.turns.size;
  }

  /** Whether a sentence waits for the model. */
  has(model: string): boolean {
    return this.counts.has(model);
  }

  add(item: Item): void {
    this.turns.add(item.line, item);
    this.counts.set(item.model, (this.counts.get(item.model) ?? 0) + 1);
    if (item.isAlone) return;
    const name = groupOf(item);
    const group = this.groups.get(name) ?? { queue: new FairQueue<Item>(), size: 0 };
    this.groups.set(name, group);
    group.queue.add(organizationOf(item), item);
    group.size += 1;
  }

  /** Takes out a sentence that does not want to wait any longer. */
  remove(item: Item): void {
    const before = this.turns.size;
    this.turns.remove(item.line, item);
    if (this.turns.size === before) return;
    this.uncount(item);
    this.leaveGroup(item);
  }

  /** Takes the sentences that go to a thread now, of so many that are free; none when none waits. */
  takeBatch(freeThreads: number): Item[] {
    const first = this.turns.take();
    if (first === undefined) return [];
    const group = this.groups.get(groupOf(first));
    const most = first.isAlone ? 1 : Math.min(maxBatch, Math.ceil((group?.size ?? 1) / freeThreads));
    this.uncount(first);
    this.leaveGroup(first);
    const batch = [first];
    let { length } = first.text;
    while (batch.length < most) {
      const next = group?.queue.peek();
      if (next === undefined || length + next.text.length > maxBatchLength) break;
      // The organizations of a group take turns too.
      group?.queue.take();
      this.turns.remove(next.line, next);
      this.uncount(next);
      batch.push(next);
      length += next.text.length;
    }
    if (group !== undefined) this.shrink(group, first, batch.length - 1);
    return batch;
  }

  /** Takes out all that wait for the model. */
  withdraw(model: string): Item[] {
    const withdrawn: Item[] = [];
    for (const item of this.turns.clear()) {
      if (item.model === model) {
        this.uncount(item);
        this.leaveGroup(item);
        withdrawn.push(item);
      } else {
        this.turns.add(item.line, item);
      }
    }
    return withdrawn;
  }

  private uncount({ model }: Item): void {
    const left = (this.counts.get(model) ?? 1) - 1;
    if (left === 0) this.counts.delete(model);
    else this.counts.set(model, left);
  }

  private leaveGroup(item: Item): void {
    const group = this.groups.get(groupOf(item));
    if (group?.queue.remove(organizationOf(item), item) === true) this.shrink(group, item, 1);
  }

  private shrink(group: Group<Item>, item: Item, by: number): void {
    group.size -= by;
    if (group.size === 0) this.groups.delete(groupOf(item));
  }
}
