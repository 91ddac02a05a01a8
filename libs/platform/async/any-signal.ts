/** Sources by combined signal; an entry lives as long as its key. */
const sourcesOf = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * `AbortSignal.any` that keeps its sources alive. Node's own (24.21) holds them weakly and checks them only when it is
 * read or listened to: when a source has aborted and been collected before that, it never aborts.
 */
export const anySignal = (signals: readonly AbortSignal[]): AbortSignal => {
  const any = AbortSignal.any([...signals]);
  sourcesOf.set(any, signals);
  return any;
};
