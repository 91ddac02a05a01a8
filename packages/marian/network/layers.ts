import type { Kernel } from '../kernel/kernel.js';
import { feedForwardRows, type Scratch } from './scratch.js';
import type { FeedForward, Matrix } from './weights.js';

/** Parts that encoder and decoder have in common, over rows in the memory. */
export class Layers {
  constructor(
    readonly kernel: Kernel,
    readonly scratch: Scratch,
    readonly width: number,
  ) {}

  /** Rounds rows for matrices that share a multiplier. */
  round(from: number, rows: number, { multiplier, depth }: Matrix): void {
    this.kernel.quantize(from, this.scratch.integers, rows * depth, multiplier);
  }

  /** The product of the rows rounded last. */
  product({ weights, depth, outputs, scale, bias }: Matrix, rows: number, to: number): void {
    this.kernel.affine(this.scratch.integers, weights, depth, outputs, rows, scale, bias, to);
  }

  /** Products of the same rows with matrices, each to its own place. */
  products(from: number, rows: number, ...matrices: [matrix: Matrix, to: number][]): void {
    let rounded = Number.NaN;
    for (const [matrix, to] of matrices) {
      if (matrix.multiplier !== rounded) this.round(from, rows, matrix);
      rounded = matrix.multiplier;
      this.product(matrix, rows, to);
    }
  }

  /** A feed-forward layer, in place. */
  feedForward({ first, second, normalization }: FeedForward, x: number, rows: number): void {
    const { kernel, scratch, width } = this;
    for (let done = 0; done < rows; done += feedForwardRows) {
      const count = Math.min(feedForwardRows, rows - done);
      const row = x + 4 * width * done;
      this.round(row, count, first);
      kernel.affineActivated(
        scratch.integers,
        first.weights,
        first.depth,
        first.outputs,
        count,
        first.scale,
        first.bias,
        scratch.middle,
        second.multiplier,
      );
      kernel.affine(
        scratch.middle,
        second.weights,
        second.depth,
        second.outputs,
        count,
        second.scale,
        second.bias,
        scratch.y,
      );
      kernel.addAndNormalize(row, scratch.y, width, count, normalization.scale, normalization.bias);
    }
  }
}
