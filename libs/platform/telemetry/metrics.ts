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

interface Series {
  value: number | null;
  labels: Readonly<Record<string, string | number>>;
  metricName?: string;
}

interface Family {
  name: string;
  values: Series[];
}

const keyOf = ({ name }: Family, { metricName = name, labels }: Series): string =>
  JSON.stringify([metricName, Object.entries(labels).sort()]);

/**
 * A number that one process does not know (NaN, which is null in JSON between processes) is left out where another knows
 * it, and stays unknown otherwise: the greatest of null and nothing would be 0.
 */
const withoutUnknown = (metrics: readonly object[][]): object[][] => {
  const processes = metrics as readonly Family[][];
  const isKnown = ({ value }: Series) => value !== null && !Number.isNaN(value);
  const hasUnknown = ({ values }: Family) => values.some((one) => !isKnown(one));
  const unsure = new Set(processes.flatMap((families) => families.filter(hasUnknown).map(({ name }) => name)));
  if (unsure.size === 0) return [...metrics];
  const known = new Set(
    processes.flatMap((families) =>
      families
        .filter(({ name }) => unsure.has(name))
        .flatMap((family) => family.values.filter(isKnown).map((one) => keyOf(family, one))),
    ),
  );
  return processes.map((families) =>
    families.map((family) => {
      if (!unsure.has(family.name)) return family;
      const values = family.values
        .filter((one) => isKnown(one) || !known.has(keyOf(family, one)))
        .map((one) => (isKnown(one) ? one : { ...one, value: Number.NaN }));
      return { ...family, values };
    }),
  );
};

/** Writes the metrics of several processes as one page in the Prometheus text format. */
export const mergeMetrics = (metrics: readonly object[][]): Promise<string> =>
  AggregatorRegistry.aggregate(withoutUnknown(metrics)).metrics();
