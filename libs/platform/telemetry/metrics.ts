import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Gauges of prom-client that are named as counters are; the same numbers are there by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `transledger_nodejs_active_${what}_total`);

/** Sizes of each space of the heap beside what it uses: eighty series that nobody asked for. */
const spaces = ['total', 'available'].map((what) => `transledger_nodejs_heap_space_size_${what}_bytes`);

/** Bounds in seconds of a collection of garbage: from one that is noticed. */
const gcDurationBuckets = [0.01, 0.1, 1];

const startTime = 'transledger_process_start_time_seconds';

/** Creates the metrics of one process, with those of Node itself. */
export const createRegistry = (role: string): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry, prefix: 'transledger_', gcDurationBuckets });
  for (const name of [...misnamed, ...spaces]) registry.removeSingleMetric(name);
  // prom-client leaves its own start time out of a merged page, and with it every restart.
  registry.removeSingleMetric(startTime);
  new Gauge({
    name: startTime,
    help: 'When the process started, in Unix seconds.',
    registers: [registry],
    aggregator: 'max',
  }).set(Math.round(performance.timeOrigin / 1_000));
  return registry;
};

/** Writes the metrics of several processes as one page in the Prometheus text format. */
export const mergeMetrics = (metrics: readonly object[][]): Promise<string> =>
  AggregatorRegistry.aggregate([...metrics]).metrics();
