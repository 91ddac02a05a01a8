import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { Readiness } from './readiness.js';

/**
 * Measures whether each dependency could be used at its last check, which reading the metrics may cause; 0 before the
 * first has ended.
 */
export const measureDependencies = (
  registry: Registry,
  readiness: Pick<Readiness, 'report' | 'latest' | 'names'>,
): void => {
  const ask = askedOnce(() => readiness.report());
  new Gauge({
    name: 'transledger_dependency_ready',
    help: '1 while the process can use all of the dependency.',
    labelNames: ['dependency'] as const,
    registers: [registry],
    aggregator: 'min',
    async collect() {
      await ask();
      for (const dependency of readiness.names) {
        this.set({ dependency }, readiness.latest.get(dependency)?.status === 'ready' ? 1 : 0);
      }
    },
  });
};
