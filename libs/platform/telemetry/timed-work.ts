import { Histogram, type Registry } from 'prom-client';

/** Seconds; from a look into a database to a document of a thousand pages. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

interface TimedWorkOptions {
  name: string;
  help: string;
  /** What tells one kind of work from another; its values are few and fixed. */
  label: string;
}

/** Runs one piece of work of a kind. Rejects as the work does. */
export type TimedWork = (kind: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

/**
 * Measures how long work takes, by kind and `result`: `done`, `failed`, or `given_up` when it rejects after its signal
 * was aborted.
 */
export const timedWork = (registry: Registry, { name, help, label }: TimedWorkOptions): TimedWork => {
  const duration = new Histogram({ name, help, labelNames: [label, 'result'], buckets, registers: [registry] });
  return async (kind, signal, work) => {
    const since = performance.now();
    const ended = (result: string) => duration.observe({ [label]: kind, result }, (performance.now() - since) / 1_000);
    try {
      await work();
      ended('done');
    } catch (error) {
      ended(signal.aborted ? 'given_up' : 'failed');
      throw error;
    }
  };
};
