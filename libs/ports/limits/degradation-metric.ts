import { Gauge, type Registry } from 'prom-client';

/** Measures whether the limits are shared by all nodes; the returned function is notified of each change. */
export const measureDegradation = (registry: Registry): ((isDegraded: boolean) => void) => {
  const gauge = new Gauge({
    name: 'transledger_limits_degraded',
    help: '1 while this node limits alone, because Redis is away: its part of every limit.',
    registers: [registry],
    aggregator: 'max',
  });
  return (isDegraded) => gauge.set(isDegraded ? 1 : 0);
};
