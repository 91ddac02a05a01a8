/** Lives as long as its key. */
const sourcesOf = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * `AbortSignal.any` that keeps its sources. Node's own (24.21) holds them weakly and looks at them only when it is
 * asked or listened to: where a source has aborted and been collected before that, it is never aborted.
 */
export const anySignal = (signals: readonly AbortSignal[]): AbortSignal => {
  const any = AbortSignal.any([...signals]);
  sourcesOf.set(any, signals);
  return any;
};
