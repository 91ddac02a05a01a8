import { describe, expect, it } from 'vitest';
import { fitWork, type MeasuredWork } from './work-fit.js';

const measured = (documents: readonly (readonly [words: number, seconds: number])[]): MeasuredWork =>
  documents.reduce(
    (sum, [words, seconds]) => ({
      documents: sum.documents + 1,
      words: sum.words + words,
      seconds: sum.seconds + seconds,
      inverseWords: sum.inverseWords + 1 / words,
      secondsPerWord: sum.secondsPerWord + seconds / words,
    }),
    { documents: 0, words: 0, seconds: 0, inverseWords: 0, secondsPerWord: 0 },
  );

const fit = (...documents: (readonly [words: number, seconds: number])[]) => fitWork(measured(documents));

describe('the cost of a document and of its words', () => {
  it('documents of different lengths tell both', () => {
    const { fixedSeconds, secondsPerWord } = fit([10, 0.81], [1_000, 1.8], [50_000, 50.8]);
    expect(fixedSeconds).toBeCloseTo(0.8);
    expect(secondsPerWord).toBeCloseTo(0.001);
  });

  it('a long document that took a while longer does not change the cost of a tiny one much', () => {
    expect(fit([10, 0.31], [20, 0.32], [50_000, 60]).fixedSeconds).toBeCloseTo(0.3, 1);
  });

  it('of documents of one length half a second each is not for their words', () => {
    expect(fit([1_000, 2.5], [1_000, 2.5])).toEqual({ fixedSeconds: 0.5, secondsPerWord: 0.002 });
    expect(fit([1_000, 2.5])).toEqual({ fixedSeconds: 0.5, secondsPerWord: 0.002 });
  });

  it('tiny documents alone do not make a long one slow', () => {
    const { fixedSeconds, secondsPerWord } = fit([10, 0.3], [10, 0.3]);
    expect(fixedSeconds).toBeCloseTo(0.3, 2);
    expect(1 / secondsPerWord).toBeCloseTo(30_000);
  });

  it('neither is ever negative, nor the fixed cost long, whatever was measured', () => {
    expect(fit([10, 0.001], [1_000, 2], [2_000, 10]).fixedSeconds).toBe(0);
    expect(fit([10, 90], [10_000, 100]).fixedSeconds).toBe(5);
    expect(fit([10, 4], [10_000, 1]).secondsPerWord).toBeGreaterThan(1 / 31_000);
    expect(fit([10_000, 0.1])).toEqual({ fixedSeconds: 0, secondsPerWord: 0.00001 });
  });

  it('words and seconds of before documents were counted are the words a second', () => {
    const before = { documents: 0, words: 500, seconds: 2, inverseWords: 0, secondsPerWord: 0 };
    expect(fitWork(before)).toEqual({ fixedSeconds: 0, secondsPerWord: 0.004 });
  });
});
