import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of one process, with those that Node itself gives. */
export const createRegistry = (role: string): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry, prefix: 'transledger_' });
  return registry;
};

/** The metrics of several processes as one page in the Prometheus text format. */
export const mergeMetrics = (metrics: readonly object[][]): Promise<string> =>
  AggregatorRegistry.aggregate([...metrics]).metrics();
