import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RequestsModule } from '#libs/application/requests.module.js';
import { OwnWrites } from './access/own-writes.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ComplianceModule } from './compliance/compliance.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { GlossariesModule } from './glossaries/glossaries.module.js';
import { HealthController } from './health/health.controller.js';
import { MetricsController } from './health/metrics.controller.js';
import { Readiness } from './health/readiness.js';
import { RequestCommands } from './http/request-commands.js';
import { OrganizationModule } from './organization/organization.module.js';
import { StreamGateway } from './stream/stream.gateway.js';
import { TextModule } from './text/text.module.js';
import { UsageModule } from './usage/usage.module.js';

/** The routes and their handlers. */
@Module({})
export class ApiModule {}

/** The module on what `start-api.ts` has opened. */
export const apiModuleOn = (foundation: Provider[], withMetrics: boolean): DynamicModule => ({
  module: ApiModule,
  // Feature modules see what the process has opened.
  global: true,
  exports: [...foundation, OwnWrites, RequestCommands],
  imports: [
    CqrsModule.forRoot(),
    RequestsModule,
    TextModule,
    DocumentsModule,
    GlossariesModule,
    ApiKeysModule,
    OrganizationModule,
    UsageModule,
    ComplianceModule,
  ],
  controllers: [HealthController, ...(withMetrics ? [MetricsController] : [])],
  providers: [...foundation, StreamGateway, OwnWrites, RequestCommands, Readiness],
});
