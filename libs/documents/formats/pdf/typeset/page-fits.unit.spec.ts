import { describe, expect, it } from 'vitest';
import type { TextStyle } from '../layout/paragraph-text.js';
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

const fitting = (width: number, own: Partial<TextStyle> = {}) => ({
  words: [{ pieces: [], space: [], width, spaceWidth: 0 }],
  room: { width: 100, indent: 0, leading: 12, lines: 1 },
  style: { ...style, ...own },
});

const scalesOf = (...fittings: ReturnType<typeof fitting>[]): number[] =>
  fitPage(fittings, true).map(({ scale }) => Math.round(scale * 10) / 10);

describe('the translations of a page', () => {
  it('the translations of a page have one size for each style', () => {
    expect(scalesOf(fitting(50), fitting(115), fitting(50, { isBold: true }), fitting(50, { fill: '1 g' }))).toEqual([
      0.9, 0.9, 1, 1,
    ]);
  });

  it('the translations of a page do not become as small as one that has little room', () => {
    expect(scalesOf(fitting(50), fitting(150), fitting(115))).toEqual([0.9, 0.7, 0.9]);
  });

  it('the translations of a page do not become as small as one that runs over', () => {
    expect(scalesOf(fitting(50), fitting(300), fitting(115))).toEqual([0.9, 0.6, 0.9]);
  });

  it('the translations of a page have the size of the source where the layout need not stay', () => {
    expect(fitPage([fitting(50), fitting(130)], false).map(({ scale }) => scale)).toEqual([1, 1]);
  });
});
