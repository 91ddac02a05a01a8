import { Gauge, type Registry } from 'prom-client';
import { CircuitBreaker, type CircuitBreakerSettings } from '#libs/platform/async/circuit-breaker.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';

const metric = 'transledger_dependency_refused';

const gaugeIn = (registry: Registry): Gauge<'dependency'> =>
  (registry.getSingleMetric(metric) as Gauge<'dependency'> | undefined) ??
  new Gauge({
    name: metric,
    help: '1 while a dependency is away, so that requests which need it are refused at once.',
    labelNames: ['dependency'] as const,
    registers: [registry],
    aggregator: 'max',
  });

export interface DependencyBreakerSettings extends Omit<CircuitBreakerSettings, 'onOpen' | 'onClose'> {
  /** Name in logs and metrics, as in `/health/ready`. */
  dependency: string;
  registry: Registry;
  lifeCycle: LifeCycle;
}

/** Makes a breaker that says in log and metrics when it opens and closes. */
export const dependencyBreaker = ({
  dependency,
  registry,
  lifeCycle,
  ...settings
}: DependencyBreakerSettings): CircuitBreaker => {
  const gauge = gaugeIn(registry);
  gauge.set({ dependency }, 0);
  return new CircuitBreaker({
    ...settings,
    onOpen: (error) => {
      gauge.set({ dependency }, 1);
      lifeCycle.emit('dependency.refused', { dependency, cause: causeOf(error) });
    },
    onClose: () => {
      gauge.set({ dependency }, 0);
      lifeCycle.emit('dependency.restored', { dependency });
    },
  });
};
