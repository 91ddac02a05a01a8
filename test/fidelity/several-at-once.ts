/**
 * Does work on every item, a few at a time, and returns what came of it in the order of the items. After the signal it
 * ends what it has begun, and begins no more.
 */
export const severalAtOnce = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
  ended: (done: number) => void,
  signal?: AbortSignal,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (signal?.aborted) return;
      results[at] = await work(item);
      done += 1;
      ended(done);
    }
  };
  ended(0);
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results.filter((_result, at) => at in results);
};
