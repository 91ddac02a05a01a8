import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { OwnWrites } from './access/own-writes.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ComplianceModule } from './compliance/compliance.module.js';
import { DeleteDocumentHandler } from './documents/delete-document.handler.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DownloadDocumentHandler } from './documents/download-document.handler.js';
import { FindDocumentHandler } from './documents/find-document.handler.js';
import { TranslateDocumentHandler } from './documents/translate-document.handler.js';
import { UploadDocumentHandler } from './documents/upload-document/upload-document.handler.js';
import { CreateGlossaryHandler } from './glossaries/create-glossary.handler.js';
import { DeleteGlossaryHandler } from './glossaries/delete-glossary.handler.js';
import { FindGlossaryHandler } from './glossaries/find-glossary.handler.js';
import { GlossariesController } from './glossaries/glossaries.controller.js';
import { ReplaceEntriesHandler } from './glossaries/replace-entries.handler.js';
import { HealthController } from './health/health.controller.js';
import { MetricsController } from './health/metrics.controller.js';
import { Readiness } from './health/readiness.js';
import { OrganizationController } from './organization/organization.controller.js';
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
  exports: [...foundation, OwnWrites],
  imports: [CqrsModule.forRoot(), TextModule, UsageModule, ComplianceModule],
  controllers: [
    DocumentsController,
    GlossariesController,
    ApiKeysController,
    OrganizationController,
    HealthController,
    ...(withMetrics ? [MetricsController] : []),
  ],
  providers: [
    ...foundation,
    UploadDocumentHandler,
    TranslateDocumentHandler,
    FindDocumentHandler,
    DownloadDocumentHandler,
    DeleteDocumentHandler,
    CreateGlossaryHandler,
    ReplaceEntriesHandler,
    FindGlossaryHandler,
    DeleteGlossaryHandler,
    StreamGateway,
    OwnWrites,
    Readiness,
  ],
});
