import type { Registry } from 'prom-client';
import { mergeMetrics } from '#libs/platform/telemetry/metrics.js';
import { gatherMetrics } from './metrics-channel.js';

/** The metrics of this process and, under a supervisor, of the service's other processes, as Prometheus reads them. */
export const metricsPage = async (registry: Registry): Promise<string> => {
  const [own, others] = await Promise.all([registry.getMetricsAsJSON(), gatherMetrics()]);
  return mergeMetrics([own, ...others]);
};

export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';
