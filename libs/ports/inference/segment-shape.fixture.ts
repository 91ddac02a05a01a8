import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';

/** Tags of a segment in their order: `open 1`, `close 1`, `single 2`. */
export const tagsOf = (parts: Segment): string[] =>
  parts.flatMap((part) => (part.kind === 'text' || part.kind === 'keep' ? [] : [`${part.kind} ${part.id}`]));

export const keepsOf = (parts: Segment): string[] => parts.flatMap((part) => (part.kind === 'keep' ? [part.text] : []));

export const isWellNested = (parts: Segment): boolean => {
  const open: number[] = [];
  const closesRight = parts.every((part) => {
    if (part.kind === 'open') open.push(part.id);
    return part.kind !== 'close' || open.pop() === part.id;
  });
  return closesRight && open.length === 0;
};

/** Returns the line breaks and tabs of a segment, those beside each other as one. */
export const breaksOf = (parts: Segment): string[] => plainText(parts).match(/[\n\r\t\u2028\u2029]+/gu) ?? [];
