export interface InFlightOptions<T> {
  weightOf: (item: T) => number;
  /** Maximum weight at the same time; one item is always admitted, however heavy it is. */
  capacity: number;
}

/**
 * Maps the items in their order, several at the same time. The first that fails rejects the whole, and no further
 * one is begun. Results are in the order of the items.
 */
export const mapInFlight = <T, R>(
  items: readonly T[],
  { weightOf, capacity }: InFlightOptions<T>,
  work: (item: T) => Promise<R>,
): Promise<R[]> =>
  new Promise((resolve, reject) => {
    const results: R[] = [];
    const waiting = items.entries().toArray();
    let active = 0;
    let weight = 0;
    const begin = (): void => {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const [place, item] = next;
        const itsWeight = weightOf(item);
        if (active > 0 && weight + itsWeight > capacity) return;
        waiting.shift();
        active += 1;
        weight += itsWeight;
        work(item).then((result) => {
          results[place] = result;
          active -= 1;
          weight -= itsWeight;
          begin();
        }, fail);
      }
      if (active === 0) resolve(results);
    };
    const fail = (error: unknown): void => {
      waiting.length = 0;
      reject(error);
    };
    begin();
  });
