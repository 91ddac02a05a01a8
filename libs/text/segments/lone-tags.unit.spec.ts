import { expect, it } from 'vitest';
import { protectLoneTags } from './lone-tags.js';
import type { Segment } from './segment.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const single = (id: number) => ({ kind: 'single', id }) as const;

const kinds = (segment: Segment) => protectLoneTags(segment).segment.map(({ kind }) => kind);

it('a tag between spaces is protected, also at the ends', () => {
  expect(kinds([text('Page '), single(1), text(' of '), single(2)])).toEqual(['text', 'keep', 'text', 'keep']);
  expect(kinds([single(1), text(' Page')])).toEqual(['keep', 'text']);
});

it('a tag before a sign or in brackets is protected, alone in a pair, too', () => {
  expect(kinds([text('Figure '), single(1), text(': the house')])).toEqual(['text', 'keep', 'text']);
  expect(kinds([text('Houses ('), single(1), text('), see')])).toEqual(['text', 'keep', 'text']);
  const pair = [text('Figure '), { kind: 'open', id: 1 } as const, single(2), { kind: 'close', id: 1 } as const];
  expect(kinds([...pair, text('.')])).toEqual(['text', 'open', 'keep', 'close', 'text']);
});

it('a tag that touches a word is left, and so is a segment without words', () => {
  expect(kinds([text('word'), single(1), text(' next')])).toEqual(['text', 'single', 'text']);
  expect(kinds([text(' '), single(1)])).toEqual(['text', 'single']);
  expect(kinds([text('version '), single(1), text('.NET')])).toEqual(['text', 'single', 'text']);
});

it('every tag is put back where its protected span went', () => {
  const { segment, restore } = protectLoneTags([text('a '), single(1), text(' b '), single(2)]);
  const [, first, , second] = segment;
  if (first === undefined || second === undefined) throw new Error('no parts');
  expect(restore([second, text(' x '), first])).toEqual([single(2), text(' x '), single(1)]);
});
