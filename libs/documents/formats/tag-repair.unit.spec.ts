import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { repairTags, sameSegment } from './tag-repair.js';

const open = (id: number): SegmentPart => ({ kind: 'open', id });
const close = (id: number): SegmentPart => ({ kind: 'close', id });
const single = (id: number): SegmentPart => ({ kind: 'single', id });
const text = (words: string): SegmentPart => ({ kind: 'text', text: words });

const source: Segment = [
  text('a '),
  open(1),
  text('b '),
  open(2),
  text('c'),
  close(2),
  close(1),
  single(3),
  text(' d'),
];

describe('repairTags', () => {
  it.each<[string, Segment, Segment]>([
    [
      'leaves a good translation as it is',
      [open(1), text('B '), open(2), text('C'), close(2), close(1), text(' A'), single(3)],
      [open(1), text('B '), open(2), text('C'), close(2), close(1), text(' A'), single(3)],
    ],
    ['puts what is missing at the end', [text('A')], [text('A'), open(1), open(2), close(2), close(1), single(3)]],
    [
      'ends crossed pairs at the first close',
      [open(1), text('B'), open(2), text('C'), close(1), text('D'), close(2), single(3)],
      [open(1), text('B'), open(2), text('C'), close(2), close(1), text('D'), single(3)],
    ],
    [
      'lets a close that stands before its open open',
      [close(1), text('B'), open(1), open(2), close(2), single(3)],
      [open(1), text('B'), close(1), open(2), close(2), single(3)],
    ],
    [
      'drops what is unknown or repeated',
      [single(9), open(1), open(2), text('C'), close(2), close(2), close(1), open(1), single(3), single(3)],
      [open(1), open(2), text('C'), close(2), close(1), single(3)],
    ],
  ])('the repair of tags %s', (_rule, translation, expected) => {
    expect(repairTags(source, translation)).toEqual(expected);
  });

  it('a repaired translation has every tag once, well nested, and all words in their order', () => {
    const part = fc.oneof(
      fc.record({
        kind: fc.constantFrom('open' as const, 'close' as const, 'single' as const),
        id: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constantFrom('text' as const, 'keep' as const), text: fc.string() }),
    );
    fc.assert(
      fc.property(fc.array(part), (translation) => {
        const placed = repairTags(source, translation);
        const words = (segment: Segment) => segment.map((each) => ('text' in each ? each.text : '')).join('');
        expect(words(placed)).toBe(words(translation));
        const tags = placed.filter((each) => 'id' in each);
        expect(tags.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
          'close 1',
          'close 2',
          'open 1',
          'open 2',
          'single 3',
        ]);
        const stack: number[] = [];
        for (const { kind, id } of tags) {
          if (kind === 'open') stack.push(id);
          if (kind === 'close') expect(stack.pop()).toBe(id);
        }
      }),
    );
  });
});

describe('sameSegment', () => {
  it('segments that differ in a text, kind or number are not the same', () => {
    expect(sameSegment(source, [...source])).toBe(true);
    for (const other of [
      [],
      source.slice(1),
      [text('A '), ...source.slice(1)],
      [...source.slice(0, 1), open(7), ...source.slice(2)],
    ]) {
      expect(sameSegment(source, other)).toBe(false);
    }
  });
});
