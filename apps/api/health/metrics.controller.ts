import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Registry } from 'prom-client';
import { metricsMediaType, metricsPage } from '#libs/platform/process/metrics-page.js';
import { METRICS_REGISTRY } from '#libs/ports/tokens.js';

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(METRICS_REGISTRY) private readonly registry: Registry) {}

  @Get()
  @Header('Content-Type', metricsMediaType)
  metrics(): Promise<string> {
    return metricsPage(this.registry);
  }
}
