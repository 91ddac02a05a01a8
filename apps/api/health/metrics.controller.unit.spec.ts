import { Counter, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { MetricsController } from './metrics.controller.js';

describe('the metrics controller', () => {
  it('the controller serves the metrics of the process in the text format of Prometheus', async () => {
    const registry = new Registry();
    new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3);
    const page = await new MetricsController(registry).metrics();
    expect(page).toContain('# TYPE things_total counter');
    expect(page).toContain('things_total 3');
  });
});
