import { describe, expect, it } from 'vitest';
import type { TextStyle } from '../layout/text-style.js';
import { fitPage } from './page-fits.js';

const style: TextStyle = {
  isBold: false,
  isItalic: false,
  family: 'sans',
  height: 10,
  rise: 0,
  fill: '0 g',
  link: undefined,
};

const fitting = (width: number, own: Partial<TextStyle> = {}, isInRow = false) => ({
  words: [{ pieces: [], space: [], width, spaceWidth: 0 }],
  rooms: [{ width: 100, indent: 0, leading: 12, lines: 1, sourceLines: 1 }],
  style: { ...style, ...own },
  isInRow,
});

const scalesOf = (...fittings: ReturnType<typeof fitting>[]): number[] =>
  fitPage(fittings, true)
    .map(([fit]) => fit?.scale ?? 0)
    .map((scale) => Math.round(scale * 10) / 10);

describe('the translations of a page', () => {
  it('the translations of a page have one size for each style', () => {
    expect(scalesOf(fitting(50), fitting(115), fitting(50, { isBold: true }), fitting(50, { fill: '1 g' }))).toEqual([
      0.9, 0.9, 1, 1,
    ]);
  });

  it('the cells of rows have a size of their own', () => {
    expect(scalesOf(fitting(50), fitting(115, {}, true), fitting(50, {}, true))).toEqual([1, 0.9, 0.9]);
  });

  it('the translations of a page do not become as small as one that has little room', () => {
    expect(scalesOf(fitting(50), fitting(150), fitting(115))).toEqual([0.9, 0.7, 0.9]);
  });

  it('the translations of a page do not become as small as one that runs over', () => {
    expect(scalesOf(fitting(50), fitting(300), fitting(115))).toEqual([0.9, 0.6, 0.9]);
  });

  it('the lines of smaller translations are as far apart as those of the source, or as the room allows', () => {
    const words = (count: number) =>
      Array.from({ length: count }, () => ({ pieces: [], space: [], width: 60, spaceWidth: 0 }));
    const paragraph = (count: number, lines: number) => ({
      words: words(count),
      rooms: [{ width: 100, indent: 0, leading: 12, lines, sourceLines: lines }],
      style,
      isInRow: false,
    });
    const [small, roomy, tight] = fitPage([fitting(115), paragraph(2, 2), paragraph(3, 2.9)], true).flat();
    expect(small?.scale).toBeLessThan(0.95);
    expect((roomy?.leading ?? 0) * (roomy?.scale ?? 0)).toBeCloseTo(12, 5);
    expect((tight?.leading ?? 0) * (tight?.scale ?? 0)).toBeCloseTo((1.91 * 12) / 2, 5);
  });

  it('a line that is wider than its room by what files round stays one, at its size', () => {
    const words = [60, 40.1].map((width) => ({ pieces: [], space: [], width, spaceWidth: 0 }));
    const fits = fitPage([{ ...fitting(0), words }, fitting(100.1)], true).flat();
    expect(fits.map(({ lines, scale, tracking }) => [lines.length, scale, tracking])).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });

  it('the translations of a page have the size of the source where the layout need not stay', () => {
    expect(
      fitPage([fitting(50), fitting(130)], false)
        .flat()
        .map(({ scale }) => scale),
    ).toEqual([1, 1]);
  });
});
