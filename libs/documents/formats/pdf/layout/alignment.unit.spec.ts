import { expect, it } from 'vitest';
import { alignmentOf } from './alignment.js';
import type { Fragment } from './fragments.js';
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

const page = { left: 40, right: 540 };

it.each([
  ['stands in the middle', lineOf(200, 380, false), 'centre'],
  ['stands in the middle behind its number', lineOf(200, 380, true), 'start'],
  ['ends where the page does', lineOf(400, 540, false), 'end'],
  ['ends where the page does, behind its number', lineOf(400, 540, true), 'start'],
])('a line that %s', (_where, paragraph, alignment) => {
  expect(alignmentOf(paragraph, page)).toBe(alignment);
});
