import { Gauge, type Registry } from 'prom-client';

/** Whether limits are shared by all nodes; told by the function that is answered. */
export const measureDegradation = (registry: Registry): ((isDegraded: boolean) => void) => {
  const gauge = new Gauge({
    name: 'transledger_limits_degraded',
    help: '1 while this node limits alone, because Redis is away: its part of every limit.',
    registers: [registry],
    aggregator: 'max',
  });
  return (isDegraded) => gauge.set(isDegraded ? 1 : 0);
};
