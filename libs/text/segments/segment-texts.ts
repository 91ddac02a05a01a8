import type { Segment, SegmentPart } from './segment.js';

/** Returns the segment without empty texts and with no two texts side by side. */
export const joinTexts = (segment: Segment): Segment => {
  const parts: SegmentPart[] = [];
  for (const part of segment) {
    const last = parts.at(-1);
    if (part.kind !== 'text') parts.push(part);
    else if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
    else if (part.text !== '') parts.push(part);
  }
  return parts;
};

/** Whether every text is one that `joinTexts` leaves, and nothing is protected, as in most segments. */
const isText = (segment: Segment): boolean =>
  segment.every(
    (part, at) => !('text' in part) || (part.kind === 'text' && part.text !== '' && segment[at - 1]?.kind !== 'text'),
  );

/** Returns the segment with its protected spans as text again, joined to the text around them. */
export const asText = (segment: Segment): Segment =>
  isText(segment)
    ? segment
    : joinTexts(segment.map((part) => (part.kind === 'keep' ? { kind: 'text', text: part.text } : part)));
