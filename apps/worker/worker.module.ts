import { type DynamicModule, Module } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { OperationsModule } from '#libs/engines/process/operations.module.js';
import { ProcessModule, type ProcessOptions } from '#libs/engines/process/process.module.js';
import { AuditExportsModule } from './audit-exports/audit-exports.module.js';
import { CertificationsModule } from './certifications/certifications.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { GlossariesModule } from './glossaries/glossaries.module.js';
import { ModelsModule } from './models/models.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { TextStreamsModule } from './text-streams/text-streams.module.js';
import { UsersModule } from './users/users.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The worker, one module for each duty. */
@Module({
  imports: [
    DocumentsModule,
    GlossariesModule,
    WebhooksModule,
    TextStreamsModule,
    AuditExportsModule,
    CertificationsModule,
    ModelsModule,
    ReportsModule,
    ErasuresModule,
    UsersModule,
    OperationsModule.register({ imports: [BlobStoreModule, InferenceModule] }),
  ],
})
export class WorkerModule {
  static register(options: ProcessOptions): DynamicModule {
    return { module: WorkerModule, imports: [ProcessModule.register(options)] };
  }
}
