// Sines of positions by the four operations alone: Math.sin and Math.exp differ from machine to machine in the last bit.

/** e ** x for x from -20 to 0. */
const exponential = (x: number): number => {
  let halvings = 0;
  let rest = x;
  while (rest < -0.5) {
    rest += Math.LN2;
    halvings += 1;
  }
  let term = 1;
  let sum = 1;
  for (let index = 1; index <= 20; index += 1) {
    term = (term * rest) / index;
    sum += term;
  }
  for (let index = 0; index < halvings; index += 1) sum /= 2;
  return sum;
};

/** π / 2 in two parts, of which the first has 33 bits. */
const quarter = { high: 1.5707963267341256, low: 6.077100506506192e-11 };

/** Sine, and cosine with `turned` = 1, of an angle from 0 to some thousands. */
const sine = (angle: number, turned: 0 | 1): number => {
  const quarters = Math.floor((angle * 2) / Math.PI + 0.5);
  const rest = angle - quarters * quarter.high - quarters * quarter.low;
  const square = rest * rest;
  const place = (quarters + turned) % 4;
  const isCosine = place % 2 === 1;
  let term = isCosine ? 1 : rest;
  let sum = term;
  for (let index = isCosine ? 1 : 2; index <= 18; index += 2) {
    term = (-term * square) / (index * (index + 1));
    sum += term;
  }
  return place < 2 ? sum : -sum;
};

/** Writes rows of positions, as they are needed: `width / 2` sines and as many cosines, of wave lengths from 2 π to 20,000 π. */
export class Positions {
  private readonly frequencies: Float64Array;
  private filled = 0;

  constructor(
    private readonly rows: Float32Array,
    private readonly width: number,
  ) {
    const half = width / 2;
    this.frequencies = Float64Array.from({ length: half }, (_, index) =>
      exponential((-9.210340371976184 * index) / (half - 1)),
    );
  }

  /** Fills the rows from 0 to `count`. Threads that fill a row at once write the same numbers. */
  ensure(count: number): void {
    const half = this.width / 2;
    for (; this.filled < count; this.filled += 1) {
      const row = this.filled * this.width;
      for (const [index, frequency] of this.frequencies.entries()) {
        this.rows[row + index] = sine(this.filled * frequency, 0);
        this.rows[row + half + index] = sine(this.filled * frequency, 1);
      }
    }
  }
}
