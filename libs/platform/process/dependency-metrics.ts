import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import { type Dependency, readinessReport } from './dependency-health.js';

/** Measures whether each dependency could be used at its last check, which reading the metrics causes. */
export const measureDependencies = (registry: Registry, dependencies: readonly Dependency[]): void => {
  const states = new Map<string, number>();
  const ask = async (dependency: Dependency): Promise<void> => {
    const { status } = await readinessReport([dependency]);
    states.set(dependency.name, status === 'ready' ? 1 : 0);
  };
  const askAll = askedOnce(() => Promise.all(dependencies.map(ask)));
  new Gauge({
    name: 'transledger_dependency_ready',
    help: '1 while the process can use the dependency.',
    labelNames: ['dependency'] as const,
    registers: [registry],
    aggregator: 'min',
    async collect() {
      await askAll();
      for (const [dependency, state] of states) this.set({ dependency }, state);
    },
  });
};
