import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Registry } from 'prom-client';
import { MetricsPage, metricsMediaType } from '#libs/platform/process/metrics-page.js';
import { METRICS_REGISTRY } from '#libs/ports/tokens.js';

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  private readonly page: MetricsPage;

  constructor(@Inject(METRICS_REGISTRY) registry: Registry) {
    this.page = new MetricsPage(registry);
  }

  @Get()
  @Header('Content-Type', metricsMediaType)
  metrics(): Promise<string> {
    return this.page.text();
  }
}
