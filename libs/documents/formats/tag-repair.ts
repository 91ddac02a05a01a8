import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';

export const sameSegment = (one: Segment, other: Segment): boolean => {
  return (
    one.length === other.length &&
    one.every((part, at) => {
      const against = other[at];
      if (part.kind !== against?.kind) return false;
      return 'text' in part
        ? 'text' in against && part.text === against.text
        : 'id' in against && part.id === against.id;
    })
  );
};

/**
 * A translation with every tag of its source exactly once and pairs well nested, whatever the engine made of them:
 * unknown and repeated tags go, a close before its open changes places with it, crossed pairs end at the first
 * close, and what is missing is put at the end. Words and their order never change.
 */
export const repairTags = (source: Segment, translation: Segment): Segment => {
  if (hasTagsInPlace(source, translation)) return asText(translation);
  const pairs = new Set<number>();
  const missing = new Map<string, SegmentPart>();
  for (const part of source) {
    if ('text' in part) continue;
    missing.set(`${part.kind} ${part.id}`, part);
    if (part.kind === 'open') pairs.add(part.id);
  }
  const placed: SegmentPart[] = [];
  const open: number[] = [];
  const put = (part: SegmentPart & { id: number }): void => {
    if (missing.delete(`${part.kind} ${part.id}`)) placed.push(part);
  };
  const close = (id: number): void => {
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      put({ kind: 'close', id: top });
      if (top === id) return;
    }
  };
  for (const part of asText(translation)) {
    if ('text' in part) placed.push(part);
    else if (!pairs.has(part.id)) put(part);
    else if (missing.has(`open ${part.id}`)) {
      put({ kind: 'open', id: part.id });
      open.push(part.id);
    } else if (open.includes(part.id)) close(part.id);
  }
  for (const id of open.toReversed()) close(id);
  placed.push(...missing.values());
  return asText(placed);
};

/** Whether the tags of both are the same, one after the other, as they nearly always are; those of the source are nested and met once. */
const hasTagsInPlace = (source: Segment, translation: Segment): boolean => {
  const open: number[] = [];
  let last = 0;
  let at = 0;
  for (const part of source) {
    if ('text' in part) continue;
    let other = translation[at];
    while (other !== undefined && 'text' in other) {
      at += 1;
      other = translation[at];
    }
    at += 1;
    if (other === undefined || other.kind !== part.kind || other.id !== part.id) return false;
    if (part.kind === 'close') {
      if (open.pop() !== part.id) return false;
    } else {
      if (part.id <= last) return false;
      last = part.id;
      if (part.kind === 'open') open.push(part.id);
    }
  }
  for (; at < translation.length; at += 1) if ('id' in (translation[at] ?? {})) return false;
  return open.length === 0;
};
