import { protectSpans } from '#libs/text/segments/protected-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

/** Marks what must come through untouched (URLs, placeholders) in the texts of a segment. */
export const protect = (segment: Segment): Segment =>
  segment.flatMap((part): readonly SegmentPart[] => (part.kind === 'text' ? protectSpans(part.text) : [part]));

/** What was protected is text again, joined to the text around it: formats know tags and text. */
export const unprotect = (segment: Segment): Segment => {
  const parts: SegmentPart[] = [];
  for (const part of segment) {
    const last = parts.at(-1);
    const isText = part.kind === 'text' || part.kind === 'keep';
    if (isText && last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
    else parts.push(isText ? { kind: 'text', text: part.text } : part);
  }
  return parts;
};
