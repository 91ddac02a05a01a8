/**
 * Items that wait, each under a key (an organization), given out in turns: the next is the first of the key whose turn
 * is longest ago. However many items a key has, another key's next item waits for one of each key at most.
 */
export class FairQueue<Item> {
  /** The lines by key, in the order of their turns; none is empty. */
  private readonly lines = new Map<string, Set<Item>>();

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  /** Number of items that wait under the key. */
  waiting(key: string): number {
    return this.lines.get(key)?.size ?? 0;
  }

  add(key: string, item: Item): void {
    const line = this.lines.get(key);
    if (line === undefined) this.lines.set(key, new Set([item]));
    else line.add(item);
  }

  /** Takes an item out that does not want to wait any longer; returns whether it was there. */
  remove(key: string, item: Item): boolean {
    const line = this.lines.get(key);
    const wasThere = line?.delete(item) ?? false;
    if (line?.size === 0) this.lines.delete(key);
    return wasThere;
  }

  /** Returns the item that `take` would take. */
  peek(mayGo: (key: string) => boolean = always): Item | undefined {
    const key = this.nextKey(mayGo);
    return key === undefined ? undefined : this.lines.get(key)?.values().next().value;
  }

  /** Takes the next item out, of those whose keys may go. */
  take(mayGo: (key: string) => boolean = always): Item | undefined {
    const key = this.nextKey(mayGo);
    const line = key === undefined ? undefined : this.lines.get(key);
    if (key === undefined || line === undefined) return undefined;
    const item = line.values().next().value;
    if (item !== undefined) line.delete(item);
    this.lines.delete(key);
    if (line.size > 0) this.lines.set(key, line);
    return item;
  }

  /** Takes all items out. */
  clear(): Item[] {
    const all = [...this.lines.values()].flatMap((line) => [...line]);
    this.lines.clear();
    return all;
  }

  private nextKey(mayGo: (key: string) => boolean): string | undefined {
    for (const key of this.lines.keys()) if (mayGo(key)) return key;
    return undefined;
  }
}

const always = (): boolean => true;
