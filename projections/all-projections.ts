import {
  connectReadModels,
  type ReadModels,
  type ReadModelsSettings,
} from '#libs/read-side/read-models/read-models.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { AuditExportEntity } from './audit-exports/audit-export.entity.js';
import { AuditLogEntity } from './audit-log/audit-log.entity.js';
import { CertificationEntity } from './certifications/certification.entity.js';
import { DocumentTranslationEntity } from './document-status/document-translation.entity.js';
import { DocumentEntity } from './documents/document.entity.js';
import { ErasureEntity } from './erasures/erasure.entity.js';
import { GlossaryEntity } from './glossaries/glossary.entity.js';
import { HoldEntity } from './holds/hold.entity.js';
import { ModelEntity } from './models/model.entity.js';
import { NamedOwnerEntity } from './named-owners/named-owner.entity.js';
import { OrganizationEntity } from './organizations/organization.entity.js';
import { ReportEntity } from './reports/report.entity.js';
import { SessionEntity } from './sessions/session.entity.js';
import { TextStreamEntity } from './text-streams/text-stream.entity.js';
import { ToldEventEntity } from './told-events/told-event.entity.js';
import { UsageEntity } from './usage/usage.entity.js';
import { UsageOfPairEntity } from './usage/usage-of-pair.entity.js';
import { UsageOfUserEntity } from './usage/usage-of-user.entity.js';
import { UserEntity } from './users/user.entity.js';
import { WebhookAttemptEntity } from './webhook-attempts/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from './webhook-deliveries/webhook-delivery.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';

export { migrateReadModels } from './migrate-read-models.js';
export { allProjections } from './projections.js';

/** Entities of the tables of all projections. */
export const readModelEntities = [
  OrganizationEntity,
  ApiKeyEntity,
  UserEntity,
  NamedOwnerEntity,
  SessionEntity,
  UsageEntity,
  UsageOfUserEntity,
  UsageOfPairEntity,
  DocumentEntity,
  DocumentTranslationEntity,
  GlossaryEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  ToldEventEntity,
  TextStreamEntity,
  CertificationEntity,
  HoldEntity,
  ReportEntity,
  ErasureEntity,
  ModelEntity,
  AuditLogEntity,
  AuditExportEntity,
];

/** Opens a pool to query the tables of all projections, which `migrateReadModels` has created. */
export const openReadModels = (settings: Omit<ReadModelsSettings, 'entities' | 'migrations'>): Promise<ReadModels> =>
  connectReadModels({ ...settings, entities: readModelEntities });
