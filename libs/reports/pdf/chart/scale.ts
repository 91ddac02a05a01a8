/** The values of an axis, evenly apart, from the first to the last. */
export interface Scale {
  readonly ticks: readonly number[];
  readonly low: number;
  readonly high: number;
}

const steps = [1, 2, 2.5, 5, 10];
const wanted = 4;
/** Beyond it, differences of values are no numbers any more. */
const maxMagnitude = 1e300;
const minSpan = 1e-9;

export const finite = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.max(-maxMagnitude, Math.min(maxMagnitude, value));

/** Between the values of an axis; whole where what it counts is. */
const stepOf = (span: number, isWhole: boolean): number => {
  const rough = isWhole ? Math.max(1, span / wanted) : span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fitting = steps.map((one) => one * power).filter((step) => !isWhole || Number.isInteger(step));
  return fitting.find((step) => step >= rough * 0.999) ?? 10 * power;
};

/** A scale with 0 that takes in all values. */
export const scaleOf = (values: readonly number[]): Scale => {
  let [low, high] = [0, 0];
  for (const value of values) {
    low = Math.min(low, finite(value));
    high = Math.max(high, finite(value));
  }
  if (high - low < minSpan) high = low + 1;
  const step = stepOf(high - low, values.every(Number.isInteger));
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { ticks, low: first * step, high: last * step };
};
