/** 0.1 s after the first failure, doubling up to 5 s, with jitter; in milliseconds. */
export const backOff = (failures: number): number => Math.min(5_000, 50 * 2 ** failures) * (0.75 + Math.random() / 4);
