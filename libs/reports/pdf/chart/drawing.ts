/** A chart that is measured and waits for its place. */
export interface Drawing {
  readonly height: number;
  /** Draws it below `top`. */
  draw(top: number): void;
}

/** Gap beside the axis of values. */
export const axisGap = 6;
