import { type DynamicModule, Module } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { OperationsModule } from '#libs/engines/process/operations.module.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

/** Readiness and metrics of the API. */
@Module({})
export class HealthModule {
  /** Metrics are served among the routes unless they have a port of their own. */
  static register({ hasMetricsPort }: { hasMetricsPort: boolean }): DynamicModule {
    return {
      module: HealthModule,
      imports: [DatabaseModule, OperationsModule.register({ imports: [BlobStoreModule, InferenceModule] })],
      controllers: hasMetricsPort ? [HealthController] : [HealthController, MetricsController],
      providers: [Readiness],
    };
  }
}
