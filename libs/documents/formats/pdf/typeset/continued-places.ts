import { evenWithin, type Place } from '../layout/page-space.js';
import type { Paragraph } from '../layout/paragraphs.js';
import { rangeOf } from '../layout/range.js';

/** A paragraph, and the place that a translation of it would have by itself. */
export interface PlacedParagraph {
  paragraph: Paragraph;
  place: Place;
}

/**
 * The places of the paragraphs in which one text is, one after the other: all but the last are full where the source
 * was, and a short last one is as wide as the others.
 */
export const continuedPlaces = (placed: readonly PlacedParagraph[], isLeftwards: boolean): Place[] => {
  if (placed.length === 1) return placed.map(({ place }) => place);
  const [, width] = rangeOf(placed.map(({ paragraph: { start, end } }) => end - start));
  const [longest] = placed.toSorted((one, other) => other.paragraph.lines.length - one.paragraph.lines.length);
  const alignment = longest?.place.alignment ?? 'start';
  const isJustified = alignment === 'start' && areEven(placed.map(({ paragraph }) => paragraph));
  return placed.map(({ paragraph, place }, at): Place => {
    const { lines, height } = paragraph;
    const [first] = lines;
    const isLast = at === placed.length - 1;
    let { start, end } = paragraph;
    if (lines.length > 1 && !isLeftwards) start = Math.max(start, Math.min(place.start, end));
    if (isLast && isLeftwards) start = Math.min(start, Math.max(place.start, end - width));
    if (isLast && !isLeftwards) end = Math.max(end, Math.min(place.end, start + width));
    return {
      ...place,
      start,
      end,
      alignment,
      isJustified,
      width: end - start + 0.02 * height,
      indent: at === 0 && lines.length > 1 && first && !isLeftwards ? first.start - start : 0,
      lines: isLast ? place.lines : lines.length,
      beside: isLast ? place.beside : undefined,
    };
  });
};

/** Whether all lines of a text but its last end at the edge. */
const areEven = (paragraphs: readonly Paragraph[]): boolean => {
  const ends = paragraphs.flatMap(({ lines, end, height }) =>
    lines.map((line) => Math.abs(line.end - end) < evenWithin * height),
  );
  return ends.length > 2 && ends.slice(0, -1).every(Boolean);
};
