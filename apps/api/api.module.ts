import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { OwnWrites } from './access/own-writes.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { AuditLogsController } from './compliance/audit-logs/audit-logs.controller.js';
import { ComplianceStatusController } from './compliance/status/compliance-status.controller.js';
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
import { BatchController } from './text/batch/batch.controller.js';
import { BatchHandler } from './text/batch/batch.handler.js';
import { DetectController } from './text/detect/detect.controller.js';
import { LanguagesController } from './text/languages/languages.controller.js';
import { TranslateController } from './text/translate/translate.controller.js';
import { TranslateHandler } from './text/translate/translate.handler.js';
import { UsageController } from './usage/usage.controller.js';

/** The routes and their handlers. */
@Module({})
export class ApiModule {}

/** The module on what `start-api.ts` has opened. */
export const apiModuleOn = (foundation: Provider[], withMetrics: boolean): DynamicModule => ({
  module: ApiModule,
  // Feature modules see what the process has opened.
  global: true,
  exports: foundation,
  imports: [CqrsModule.forRoot()],
  controllers: [
    TranslateController,
    BatchController,
    DetectController,
    LanguagesController,
    DocumentsController,
    GlossariesController,
    AuditLogsController,
    ComplianceStatusController,
    ApiKeysController,
    OrganizationController,
    UsageController,
    HealthController,
    ...(withMetrics ? [MetricsController] : []),
  ],
  providers: [
    ...foundation,
    TranslateHandler,
    BatchHandler,
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
