import type { Segment, SegmentPart } from './segment.js';

type TagPart = Exclude<SegmentPart, { text: string }>;
type TextPart = Extract<SegmentPart, { text: string }>;

const isBefore = (part: SegmentPart | undefined): boolean =>
  part === undefined || (part.kind === 'text' && /[\s([“«]$/u.test(part.text));

const isAfter = (part: SegmentPart | undefined): boolean =>
  part === undefined || (part.kind === 'text' && /^(?:[.,;:!?…)\]”»]*$|[.,;:!?…)\]”»]*\s)/u.test(part.text));

export interface LoneTags {
  /** The segment with each lone tag as a protected span. */
  segment: Segment;
  /** Puts the tags back into a translation that has the protected spans, the same objects, in it. */
  restore(translation: Segment): Segment;
}

/**
 * Protects single tags that stand where a word could, between spaces or before a sign (`Figure 1: …`), alone in a pair
 * of tags or not: the number of a page or a figure, an image. As a protected span such a tag keeps its place among the
 * words and the spaces around it; as a tag it would be put somewhere between them.
 */
export const protectLoneTags = (segment: Segment): LoneTags => {
  const tags = new Map<SegmentPart, TagPart>();
  const isLone = (index: number): boolean => {
    const isInPair = segment[index - 1]?.kind === 'open' && segment[index + 1]?.kind === 'close';
    const reach = isInPair ? 2 : 1;
    return isBefore(segment[index - reach]) && isAfter(segment[index + reach]);
  };
  const hasText = segment.some((part) => part.kind === 'text' && part.text.trim() !== '');
  return {
    segment: segment.map((part, index) => {
      if (part.kind !== 'single' || !hasText || !isLone(index)) return part;
      const keep: TextPart = { kind: 'keep', text: '\ufffc' };
      tags.set(keep, part);
      return keep;
    }),
    restore: (translation) => translation.map((part) => tags.get(part) ?? part),
  };
};
