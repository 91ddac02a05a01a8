import { describe, expect, it } from 'vitest';
import type { Fragment } from '../layout/fragments.js';
import type { Place } from '../layout/page-space.js';
import type { Paragraph } from '../layout/paragraphs.js';
import { continuedPlaces } from './continued-places.js';

const direction = { x: 1, y: 0 };

const paragraphOf = (...lines: [start: number, end: number][]): Paragraph => ({
  direction,
  lines: lines.map(
    ([start, end], at): Fragment => ({
      direction,
      glyphs: [],
      height: 10,
      across: 500 - 12 * at,
      start,
      end,
      mcid: undefined,
      paragraph: undefined,
      isArtifact: false,
      isListItem: false,
      isBeside: false,
    }),
  ),
  height: 10,
  leading: 12,
  start: Math.min(...lines.map(([start]) => start)),
  end: Math.max(...lines.map(([, end]) => end)),
});

/** The place of a paragraph that may grow by 50 to the right and by two lines. */
const placeOf = ({ lines, start, end }: Paragraph): Place => ({
  start,
  end: end + 50,
  across: 500,
  alignment: 'start',
  isJustified: false,
  width: end + 50 - start,
  indent: 0,
  leading: 12,
  lines: lines.length + 2,
  sourceLines: lines.length,
});

const placesOf = (paragraphs: readonly Paragraph[], isLeftwards = false): Place[] =>
  continuedPlaces(
    paragraphs.map((paragraph) => ({ paragraph, place: placeOf(paragraph) })),
    isLeftwards,
  );

describe('the places of a text', () => {
  it('the place of a text in one paragraph stays', () => {
    const paragraph = paragraphOf([20, 200]);
    expect(placesOf([paragraph])).toEqual([placeOf(paragraph)]);
  });

  it('all but the last end where the source does, and the last is as wide as the others', () => {
    const [first, last] = placesOf([paragraphOf([32, 200], [20, 200]), paragraphOf([220, 260])]);
    expect(first).toMatchObject({ start: 20, end: 200, indent: 12, lines: 2 });
    expect(last).toMatchObject({ start: 220, end: 310, indent: 0, lines: 3 });
    const wide = placesOf([paragraphOf([20, 60], [20, 60]), paragraphOf([220, 230])]).at(-1);
    expect(wide?.end).toBe(260);
  });

  it('the last of a text that runs leftwards is as wide as the others to the left', () => {
    const paragraphs = [paragraphOf([220, 400], [220, 400]), paragraphOf([150, 200])];
    const placed = paragraphs.map((paragraph) => ({ paragraph, place: { ...placeOf(paragraph), start: 0 } }));
    expect(continuedPlaces(placed, true).at(-1)).toMatchObject({ start: 20, end: 200 });
  });

  it.each([
    ['all lines but the last end at the edge', [20, 200], true],
    ['a line ends before it', [20, 180], false],
  ] as const)('a text is justified or not, where %s', (_, [start, end], isJustified) => {
    const places = placesOf([paragraphOf([20, 200], [start, end]), paragraphOf([220, 300])]);
    expect(places.map((place) => place.isJustified)).toEqual([isJustified, isJustified]);
  });
});
