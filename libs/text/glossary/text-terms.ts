import { isNumberSpan } from '#libs/text/segments/protected-numbers.js';
import { protectSpans } from '#libs/text/segments/protected-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { GlossaryMatcher } from './glossary-matcher.js';
import type { TermTally } from './term-tally.js';

const withNumbersAsText = (segment: Segment): SegmentPart[] => {
  const parts: SegmentPart[] = [];
  for (const part of segment) {
    const text = part.kind === 'text' || (part.kind === 'keep' && isNumberSpan(part.text)) ? part.text : undefined;
    const last = parts.at(-1);
    if (text === undefined) parts.push(part);
    else if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text };
    else parts.push({ kind: 'text', text });
  }
  return parts;
};

/** Puts terms into a line of plain text, those with a number too: "USB 2.0", of which the line holds the 2.0 as a span. */
export const applyToText = (matcher: GlossaryMatcher, segment: Segment, tally: TermTally): Segment => {
  if (!segment.some((part) => part.kind === 'keep' && isNumberSpan(part.text))) return matcher.apply(segment, tally);
  const open = withNumbersAsText(segment);
  const applied = matcher.apply(open, tally);
  if (applied === open) return segment;
  return applied.flatMap((part) => (part.kind === 'text' ? protectSpans(part.text) : [part]));
};
