import type { Registry } from 'prom-client';
import { SharedResult } from '#libs/platform/async/shared-result.js';
import { mergeMetrics } from '#libs/platform/telemetry/metrics.js';
import { OtherRolesMetrics } from './metrics-channel.js';

/** Milliseconds that a page is given to every caller. */
const keptForMs = 1_000;

/**
 * The metrics of this process and, under a supervisor, of the service's other processes, as Prometheus reads them. All
 * callers share one page a second: whoever asks, no role is asked more often.
 */
export class MetricsPage {
  private readonly page: SharedResult<string>;

  constructor(
    registry: Pick<Registry, 'getMetricsAsJSON'>,
    others: Pick<OtherRolesMetrics, 'gather'> = new OtherRolesMetrics(),
  ) {
    this.page = new SharedResult(async () => {
      const [own, gathered] = await Promise.all([registry.getMetricsAsJSON(), others.gather()]);
      return mergeMetrics([own, ...gathered]);
    }, keptForMs);
  }

  text(): Promise<string> {
    return this.page.get();
  }
}

export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';
