/** Adds the items one by one: as arguments of a call they would overflow the stack, from some 100,000 on. */
export const addAll = <Item>(list: Item[], items: Iterable<Item>): void => {
  for (const item of items) list.push(item);
};
