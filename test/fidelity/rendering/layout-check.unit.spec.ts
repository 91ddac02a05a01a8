import { describe, expect, it } from 'vitest';
import { compareLayouts, readDrawnPages } from './layout-check.js';

const box = (left: number, top: number, right: number, bottom: number) =>
  `xMin="${left}" yMin="${top}" xMax="${right}" yMax="${bottom}"`;
const page = (...lines: string[]) =>
  `<page width="200.000000" height="200.000000"><flow>${lines
    .map((at) => `<block ${at}><line ${at}><word ${at}>A</word></line></block>`)
    .join('')}</flow></page>`;

const compared = (before: string, after: string) => compareLayouts(readDrawnPages(before), readDrawnPages(after));

describe('the layout of a file before and after', () => {
  it('pages that are drawn alike overlap whole', () => {
    const drawn = page(box(10, 10, 110, 20), box(10, 30, 110, 40));
    expect(compared(drawn, drawn)).toEqual({
      pages: { before: 1, after: 1 },
      overlap: 1,
      collisions: 0,
      beyondEdge: 0,
      lineHeight: 1,
    });
    expect(compared('', '')).toMatchObject({ overlap: 1 });
  });

  it('text that moves overlaps in part, and a page that is added not at all', () => {
    expect(compared(page(box(0, 0, 100, 10)), page(box(0, 0, 50, 10)))).toMatchObject({ overlap: 0.5 });
    const drawn = page(box(0, 0, 100, 10));
    expect(compared(drawn, drawn + drawn)).toMatchObject({ overlap: 0.5, pages: { before: 1, after: 2 } });
  });

  it('lines on others, words beyond the edge, and lines made smaller are found', () => {
    const before = page(box(0, 0, 100, 10), box(0, 20, 100, 30));
    expect(compared(before, page(box(0, 0, 100, 10), box(0, 4, 100, 14)))).toMatchObject({ collisions: 1 });
    expect(compared(before, page(box(0, 0, 100, 10), box(150, 20, 210, 30)))).toMatchObject({ beyondEdge: 1 });
    const lying = (drawn: string) => drawn.replace('width="200.000000"', 'width="100.000000"');
    const turned = lying(page(box(0, 0, 150, 10)));
    expect(compared(turned, lying(page(box(0, 0, 190, 10), box(110, 20, 150, 30))))).toMatchObject({ beyondEdge: 0 });
    expect(compared(turned, lying(page(box(0, 0, 150, 110))))).toMatchObject({ beyondEdge: 1 });
    expect(compared(before, page(box(0, 0, 100, 5), box(0, 20, 100, 25)))).toMatchObject({ lineHeight: 0.5 });
  });
});
