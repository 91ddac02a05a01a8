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

/** Returns the segment with its protected spans as text again, joined to the text around them. */
export const asText = (segment: Segment): Segment =>
  joinTexts(segment.map((part) => (part.kind === 'keep' ? { kind: 'text', text: part.text } : part)));
