import { type DynamicModule, Module } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { OperationsModule } from '#libs/engines/process/operations.module.js';
import { allProjections } from '#projections/projections.js';
import { AccessModule } from '../access/access.module.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/** Readiness and metrics of the API. */
@Module({})
export class HealthModule {
  /** Metrics are served among the routes unless they have a port of their own. */
  static register({ hasMetricsPort }: { hasMetricsPort: boolean }): DynamicModule {
    return {
      module: HealthModule,
      imports: [
        OperationsModule.register({
          imports: [AccessModule, BlobStoreModule, InferenceModule],
          projections: allProjections,
        }),
      ],
      controllers: hasMetricsPort ? [HealthController] : [HealthController, MetricsController],
    };
  }
}
