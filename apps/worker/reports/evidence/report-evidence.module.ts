import { Module } from '@nestjs/common';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, INFERENCE, KEY_VAULT, SETTINGS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditLogSummaryQueries } from '#projections/audit-log/audit-log-summary.queries.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { ModelQueries } from '#projections/models/models.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { ReadModelsModule } from '../../read-models.module.js';
import { ReportEvidenceReader } from './report-evidence-reader.js';

/** Reads the evidence of reports. */
@Module({
  imports: [EventStoreModule, InferenceModule, KeyVaultModule, ReadModelsModule],
  providers: [
    {
      provide: ReportEvidenceReader,
      inject: [
        AuditLogSummaryQueries,
        OrganizationQueries,
        ApiKeyQueries,
        WebhookQueries,
        CertificationQueries,
        HoldQueries,
        ModelQueries,
        EVENT_STORE,
        KEY_VAULT,
        SUBJECT_KEYS,
        INFERENCE,
        SETTINGS,
      ],
      useFactory: (
        auditLog: AuditLogSummaryQueries,
        organizations: OrganizationQueries,
        apiKeys: ApiKeyQueries,
        webhooks: WebhookQueries,
        certifications: CertificationQueries,
        holds: HoldQueries,
        models: ModelQueries,
        eventStore: EventStore,
        secrets: KeyVault,
        subjectKeys: SubjectKeys,
        inference: InferenceEngine,
        settings: Settings,
      ) =>
        new ReportEvidenceReader({
          auditLog,
          organizations,
          apiKeys,
          webhooks,
          certifications,
          holds,
          models,
          eventStore,
          secrets,
          subjectKeys,
          inference,
          settings,
        }),
    },
  ],
  exports: [ReportEvidenceReader],
})
export class ReportEvidenceModule {}
