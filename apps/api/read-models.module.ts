import { Module, type Type } from '@nestjs/common';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LogSignaturesModule } from '#libs/engines/log-signatures.module.js';
import { ReadModelDatabaseModule } from '#libs/engines/read-model-database.module.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import { LOG_SIGNATURES, READ_MODELS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import type { ReadModels } from '#libs/read-side/read-models/read-models.js';
import { readModelEntities } from '#projections/all-projections.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { KeySnapshotQueries } from '#projections/api-keys/key-snapshot.queries.js';
import { KeyUseTimes } from '#projections/api-keys/key-use-times.js';
import { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { ErasureQueries } from '#projections/erasures/erasures.queries.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { SessionQueries } from '#projections/sessions/sessions.queries.js';
import { CharactersQueries } from '#projections/usage/characters.queries.js';
import { UsageQueries } from '#projections/usage/usage.queries.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';

/** Queries that read personal data, and those that do not. Each class is its own token. */
const withPersonalData = [
  ApiKeyQueries,
  AuditExportQueries,
  AuditLogExportQueries,
  AuditLogQueries,
  DocumentQueries,
  HoldQueries,
  UsageQueries,
  UserQueries,
];
const plain = [
  CertificationQueries,
  CharactersQueries,
  ErasureQueries,
  GlossaryQueries,
  KeySnapshotQueries,
  KeyUseTimes,
  OrganizationQueries,
  ReportQueries,
  SessionQueries,
  WebhookDeliveryQueries,
  WebhookQueries,
];

const queriesOn = (queries: new (readModels: ReadModels) => object) => ({
  provide: queries as Type,
  inject: [READ_MODELS],
  useFactory: (readModels: ReadModels) => new queries(readModels),
});

const sealedQueriesOn = (queries: new (readModels: ReadModels, subjectKeys: SubjectKeys) => object) => ({
  provide: queries as Type,
  inject: [READ_MODELS, SUBJECT_KEYS],
  useFactory: (readModels: ReadModels, subjectKeys: SubjectKeys) => new queries(readModels, subjectKeys),
});

/** The read-model queries of the API. */
@Module({
  imports: [
    ReadModelDatabaseModule.register({ entities: readModelEntities, statementTimeoutMs: 5_000 }),
    KeyVaultModule,
    LogSignaturesModule,
  ],
  providers: [
    ...plain.map(queriesOn),
    ...withPersonalData.map(sealedQueriesOn),
    {
      provide: AuditLogTree,
      inject: [READ_MODELS, LOG_SIGNATURES],
      useFactory: (readModels: ReadModels, signatures: LogSignatures) => new AuditLogTree(readModels, signatures),
    },
  ],
  exports: [...plain, ...withPersonalData, AuditLogTree],
})
export class ReadModelsModule {}
