import { expect, it } from 'vitest';
import { columnWidths } from './column-widths.js';

const need = (natural: number, min: number, grows = true) => ({ natural, min, grows });

it('what is left goes to the columns of words', () => {
  expect(columnWidths([need(100, 20), need(50, 20, false), need(50, 20)], 350)).toEqual([200, 50, 100]);
  expect(columnWidths([need(50, 20, false), need(50, 20, false)], 200)).toEqual([100, 100]);
});

it('what lacks is taken from the columns that can do with less', () => {
  expect(columnWidths([need(100, 100), need(300, 100)], 300)).toEqual([100, 200]);
});

it('where columns of long words lack room, those of short ones keep theirs', () => {
  expect(columnWidths([need(150, 100), need(150, 100), need(40, 30)], 130)).toEqual([50, 50, 30]);
});

it('too many columns share what there is', () => {
  expect(columnWidths([need(100, 60), need(100, 60), need(100, 60)], 90)).toEqual([30, 30, 30]);
});
