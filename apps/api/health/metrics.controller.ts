import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Registry } from 'prom-client';
import { gatherMetrics } from '#libs/platform/process/metrics-channel.js';
import { mergeMetrics } from '#libs/platform/telemetry/metrics.js';
import { METRICS_REGISTRY } from '#libs/ports/tokens.js';

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(METRICS_REGISTRY) private readonly registry: Registry) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    const [own, others] = await Promise.all([this.registry.getMetricsAsJSON(), gatherMetrics()]);
    return mergeMetrics([own, ...others]);
  }
}
