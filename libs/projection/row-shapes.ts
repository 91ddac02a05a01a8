/** Items of one shape together, in the order in which the shapes first appear. */
export const groupByShape = <Item extends object>(
  items: readonly Item[],
  shapeOf: (item: Item) => readonly string[] = Object.keys,
): Iterable<[shape: readonly string[], group: Item[]]> => {
  const groups = new Map<string, [readonly string[], Item[]]>();
  for (const item of items) {
    const shape = shapeOf(item);
    const id = shape.join('\0');
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [shape, [item]]);
    else group[1].push(item);
  }
  return groups.values();
};
