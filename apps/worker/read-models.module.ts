import { Module } from '@nestjs/common';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import { ReadModelDatabaseModule } from '#libs/engines/read-model-database.module.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import { LOG_SIGNATURES, READ_MODELS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import type { ReadModels } from '#libs/read-side/read-models/read-models.js';
import { readModelEntities } from '#projections/all-projections.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { AuditFiguresQueries } from '#projections/audit-log/audit-figures.queries.js';
import { AuditLogSummaryQueries } from '#projections/audit-log/audit-log-summary.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { ErasureQueries } from '#projections/erasures/erasures.queries.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { ModelQueries } from '#projections/models/models.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { TextStreamQueries } from '#projections/text-streams/text-streams.queries.js';
import { ToldEventQueries } from '#projections/told-events/told-events.queries.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';

/** The read-model queries of the worker. */
@Module({
  imports: [ReadModelDatabaseModule.register({ entities: readModelEntities }), KeyVaultModule, LogSignaturesModule],
  providers: [
    {
      provide: ApiKeyQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) => new ApiKeyQueries(readModels, subjectKeys),
    },
    {
      provide: AuditExportQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) => new AuditExportQueries(readModels, subjectKeys),
    },
    {
      provide: AuditLogSummaryQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) =>
        new AuditLogSummaryQueries(readModels, subjectKeys),
    },
    {
      provide: OrganizationQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new OrganizationQueries(readModels),
    },
    {
      provide: DocumentQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) => new DocumentQueries(readModels, subjectKeys),
    },
    {
      provide: AuditFiguresQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) =>
        new AuditFiguresQueries(readModels, subjectKeys),
    },
    {
      provide: AuditLogTree,
      inject: [READ_MODELS, LOG_SIGNATURES],
      useFactory: (readModels: ReadModels, signatures: LogSignatures) => new AuditLogTree(readModels, signatures),
    },
    {
      provide: ReportQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new ReportQueries(readModels),
    },
    {
      provide: CertificationQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new CertificationQueries(readModels),
    },
    {
      provide: ModelQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new ModelQueries(readModels),
    },
    {
      provide: ErasureQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new ErasureQueries(readModels),
    },
    {
      provide: GlossaryQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new GlossaryQueries(readModels),
    },
    {
      provide: HoldQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) => new HoldQueries(readModels, subjectKeys),
    },
    {
      provide: TextStreamQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new TextStreamQueries(readModels),
    },
    {
      provide: ToldEventQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new ToldEventQueries(readModels),
    },
    {
      provide: UserQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) => new UserQueries(readModels, subjectKeys),
    },
    {
      provide: WebhookDeliveryQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new WebhookDeliveryQueries(readModels),
    },
    {
      provide: WebhookQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: ReadModels) => new WebhookQueries(readModels),
    },
  ],
  exports: [
    ApiKeyQueries,
    AuditExportQueries,
    AuditLogSummaryQueries,
    OrganizationQueries,
    AuditFiguresQueries,
    AuditLogTree,
    CertificationQueries,
    ModelQueries,
    DocumentQueries,
    ErasureQueries,
    GlossaryQueries,
    HoldQueries,
    ReportQueries,
    TextStreamQueries,
    ToldEventQueries,
    UserQueries,
    WebhookDeliveryQueries,
    WebhookQueries,
  ],
})
export class ReadModelsModule {}
