import type { Segment } from './segment.js';

/** Maps each `open` of a segment to its `close`, by index; a crossing pair counts as two tags without their other half. */
export const tagMates = (segment: Segment): Map<number, number> => {
  const mates = new Map<number, number>();
  const open: { id: number; index: number }[] = [];
  const waiting = new Map<number, number>();
  segment.forEach((part, index) => {
    if (part.kind === 'open') {
      open.push({ id: part.id, index });
      waiting.set(part.id, (waiting.get(part.id) ?? 0) + 1);
    }
    if (part.kind !== 'close' || (waiting.get(part.id) ?? 0) === 0) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      waiting.set(last.id, (waiting.get(last.id) ?? 0) - 1);
      if (last.id !== part.id) continue;
      mates.set(last.index, index);
      return;
    }
  });
  return mates;
};
