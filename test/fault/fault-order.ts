/** All faults in a random order, then all again in another, without end. */
export function* faultOrder<T>(faults: readonly T[], random: () => number): Generator<T, never> {
  for (;;) {
    const left = [...faults];
    while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1);
  }
}
