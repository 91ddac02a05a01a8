import { expect, it } from 'vitest';
import { alignmentInStack, alignmentOf, areCentredInCell } from './alignment.js';
import type { Fragment } from './fragments.js';
import { Obstacles } from './obstacles.js';
import type { Paragraph } from './paragraphs.js';

const lineOf = (start: number, end: number, isListItem: boolean): Paragraph => {
  const line: Fragment = {
    direction: { x: 1, y: 0 },
    glyphs: [],
    height: 10,
    across: 500,
    start,
    end,
    mcid: undefined,
    paragraph: undefined,
    isArtifact: false,
    isListItem,
    isBeside: false,
  };
  const { direction, height } = line;
  return { direction, lines: [line], height, leading: undefined, start, end };
};

const paragraphOf = (...places: [start: number, end: number][]): Paragraph => {
  const lines = places.flatMap(([start, end]) => lineOf(start, end, false).lines);
  const [start, end] = [Math.min(...places.map(([at]) => at)), Math.max(...places.map(([, at]) => at))];
  return { ...lineOf(start, end, false), lines, leading: 12 };
};

const page = { left: 40, right: 540 };

it.each([
  ['stands in the middle', lineOf(200, 380, false), 'centre'],
  ['stands in the middle behind its number', lineOf(200, 380, true), 'start'],
  ['ends where the page does', lineOf(400, 540, false), 'end'],
  ['ends where the page does, behind its number', lineOf(400, 540, true), 'start'],
])('a line that %s', (_where, paragraph, alignment) => {
  expect(alignmentOf(paragraph, page)).toBe(alignment);
});

it.each([
  ['have one middle', paragraphOf([220, 280], [201, 299], [203, 297]), 'centre'],
  ['begin at one place but for the first', paragraphOf([220, 300], [200, 300], [200, 270]), 'start'],
  ['begin at one place', paragraphOf([200, 300], [200, 298], [200, 270]), 'start'],
  [
    'end at one place and begin at one, but for one that is indented',
    paragraphOf([200, 300], [200, 300], [200, 300], [212, 300], [200, 300], [200, 300]),
    'start',
  ],
  ['end at one place', paragraphOf([220, 300], [200, 300], [240, 300]), 'end'],
  ['are two and end at one place', paragraphOf([230, 300], [200, 300]), 'end'],
  ['are two, wide, and end at one place by chance', paragraphOf([60, 540], [40, 540]), 'start'],
  ['are two, wide, and begin far from each other', paragraphOf([140, 540], [40, 540]), 'end'],
])('lines that %s', (_where, paragraph, alignment) => {
  expect(alignmentOf(paragraph, page)).toBe(alignment);
});

it.each([
  ['in its middle', [190, 310], true, true],
  ['nearer to one side', [190, 330], true, false],
  ['with no room beside them', [199, 301], true, false],
  ['where nothing is ruled', [190, 310], false, false],
] as const)('lines of nearly one width in a cell stand %s', (_where, [left, right], isCell, expected) => {
  const header = paragraphOf([200, 300], [202, 298], [201, 299]);
  expect(areCentredInCell(header, { left, right, isCell })).toBe(expected);
  expect(areCentredInCell(paragraphOf([200, 300], [200, 300]), { left, right, isCell })).toBe(false);
  expect(areCentredInCell(paragraphOf([200, 300], [200, 280]), { left, right, isCell })).toBe(false);
});

it.each([
  ['below one that begins elsewhere and ends with it', [340, 400], [380, 400], 'end'],
  ['below one that is as wide by chance, and above one that ends with it', [360, 400], [375, 400], 'end'],
  ['below one that is as wide, and above one that begins with it', [360, 400], [360, 380], 'start'],
  ['between two that are as wide', [360, 400], [360, 400], undefined],
] as const)('a short line %s', (_where, above, below, alignment) => {
  const obstacles = new Obstacles();
  for (const [[start, end], across] of [[above, 512] as const, [below, 488] as const])
    obstacles.add({ start, end, bottom: across - 2.5, top: across + 8, line: {} });
  expect(alignmentInStack(lineOf(360, 400, false), obstacles, 497.5, 507)).toBe(alignment);
});

it('a long line that is as wide as the one above it stands as that does', () => {
  const obstacles = new Obstacles();
  for (const [start, across] of [[100, 512] as const, [120, 488] as const])
    obstacles.add({ start, end: 400, bottom: across - 2.5, top: across + 8, line: {} });
  expect(alignmentInStack(lineOf(100, 400, false), obstacles, 497.5, 507)).toBe('start');
});
