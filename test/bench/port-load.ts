import { median, quantile } from './quantile.js';

const vocabulary = (
  'the black cat of my old friend sleeps in a big house near river and children play with dog every morning before ' +
  'school while their mother reads long letters from distant city where she worked during many happy years people say ' +
  'that good books change world slowly but small acts help more than words because time water bread light street'
).split(' ');

/** No two texts are the same, so that no cache could help. */
export const createTexts = (words: number): (() => string) => {
  let state = 20_261_121;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % below;
  };
  return () =>
    Array.from({ length: Math.ceil(words / 20) }, () => {
      const sentence = Array.from({ length: 20 }, () => vocabulary[next(vocabulary.length)]).join(' ');
      return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
    }).join(' ');
};

export interface Measurement {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Translates one text after another, on the given number of lanes at once. */
export const measure = async (
  translate: (text: string) => Promise<unknown>,
  text: () => string,
  depth: number,
  roundMs: number,
): Promise<Measurement> => {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: depth }, async () => {
      while (performance.now() - start < roundMs) {
        const sent = performance.now();
        await translate(text());
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  return { perSecond: times.length / seconds, p50: median(times), p99: quantile(times, 0.99) };
};

/** The median of each figure. */
export const middle = (measurements: readonly Measurement[]): Measurement => ({
  perSecond: median(measurements.map(({ perSecond }) => perSecond)),
  p50: median(measurements.map(({ p50 }) => p50)),
  p99: median(measurements.map(({ p99 }) => p99)),
});
