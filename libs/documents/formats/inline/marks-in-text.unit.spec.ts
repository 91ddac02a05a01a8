import { expect, it } from 'vitest';
import { type MarkInText, withMarks } from './marks-in-text.js';

const marks = (...at: number[]): MarkInText<{ mark: number }>[] =>
  at.map((place, mark) => ({ at: place, marker: { mark } }));
const written = (pieces: readonly (string | { mark: number })[][]) =>
  pieces.map((items) => items.map((item) => (typeof item === 'string' ? item : `<${item.mark}>`)).join(''));

it('marks stand between the words that are as far from the beginning in proportion', () => {
  const source = { text: 'Prices are binding until May', marks: marks(11, 18) };
  expect(written(withMarks([source], ['Los precios son vinculantes hasta mayo']))).toEqual([
    'Los precios son <0>vinculantes<1> hasta mayo',
  ]);
});

it('marks of stretches that a translation has in fewer or more pieces stand in all of the text', () => {
  const sources = [
    { text: 'one two ', marks: marks(4) },
    { text: 'three four', marks: [{ at: 5, marker: { mark: 1 } }] },
  ];
  expect(written(withMarks(sources, ['uno dos tres cuatro']))).toEqual(['uno <0>dos tres<1> cuatro']);
  expect(written(withMarks(sources, ['uno ', 'dos ', 'tres cuatro']))).toEqual(['uno <0>', 'dos ', 'tres<1> cuatro']);
});

it('stretches without marks are the pieces of the translation, and marks without text stay', () => {
  expect(written(withMarks([{ text: 'a', marks: [] }], ['b', 'c']))).toEqual(['b', 'c']);
  expect(written(withMarks([{ text: 'a', marks: marks(0, 1) }], ['']))).toEqual(['<0><1>']);
});
