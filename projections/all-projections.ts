import type { DataSource } from 'typeorm';
import { connectReadModels, type ReadModelsSettings, runMigrations } from '#libs/read-side/read-models/read-models.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { apiKeys } from './api-keys/api-keys.projection.js';
import { CreateApiKey1795000000010 } from './api-keys/migrations/1795000000010-create-api-key.js';
import { AuditLogEntity } from './audit-log/audit-log.entity.js';
import { auditLog } from './audit-log/audit-log.projection.js';
import { CreateAuditLog1795000000080 } from './audit-log/migrations/1795000000080-create-audit-log.js';
import { documentStatus } from './document-status/document-status.projection.js';
import { DocumentTranslationEntity } from './document-status/document-translation.entity.js';
import { CreateDocumentTranslation1795000000050 } from './document-status/migrations/1795000000050-create-document-translation.js';
import { DocumentEntity } from './documents/document.entity.js';
import { documents } from './documents/documents.projection.js';
import { CreateDocument1795000000040 } from './documents/migrations/1795000000040-create-document.js';
import { ActiveDocuments1795000000140 } from './documents/migrations/1795000000140-active-documents.js';
import { glossaries } from './glossaries/glossaries.projection.js';
import { GlossaryEntity } from './glossaries/glossary.entity.js';
import { CreateGlossary1795000000090 } from './glossaries/migrations/1795000000090-create-glossary.js';
import { CreateOrganization1795000000020 } from './organizations/migrations/1795000000020-create-organization.js';
import { OrganizationEntity } from './organizations/organization.entity.js';
import { organizations } from './organizations/organizations.projection.js';
import { CreateTextStream1795000000130 } from './text-streams/migrations/1795000000130-create-text-stream.js';
import { TextStreamEntity } from './text-streams/text-stream.entity.js';
import { textStreams } from './text-streams/text-streams.projection.js';
import { CreateUsage1795000000030 } from './usage/migrations/1795000000030-create-usage.js';
import { UsageEntity } from './usage/usage.entity.js';
import { usage } from './usage/usage.projection.js';
import { CreateWebhookAttempt1795000000070 } from './webhook-attempts/migrations/1795000000070-create-webhook-attempt.js';
import { WebhookAttemptEntity } from './webhook-attempts/webhook-attempt.entity.js';
import { webhookAttempts } from './webhook-attempts/webhook-attempts.projection.js';
import { CreateWebhookDelivery1795000000060 } from './webhook-deliveries/migrations/1795000000060-create-webhook-delivery.js';
import { webhookDeliveries } from './webhook-deliveries/webhook-deliveries.projection.js';
import { WebhookDeliveryEntity } from './webhook-deliveries/webhook-delivery.entity.js';

/** All projections that the projector runs. */
export const allProjections = [
  organizations,
  apiKeys,
  usage,
  documents,
  documentStatus,
  glossaries,
  webhookDeliveries,
  webhookAttempts,
  textStreams,
  auditLog,
] as const;

/** Entities of the tables of all projections. */
export const readModelEntities = [
  OrganizationEntity,
  ApiKeyEntity,
  UsageEntity,
  DocumentEntity,
  DocumentTranslationEntity,
  GlossaryEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  TextStreamEntity,
  AuditLogEntity,
];

const migrations = [
  CreateApiKey1795000000010,
  CreateOrganization1795000000020,
  CreateUsage1795000000030,
  CreateDocument1795000000040,
  CreateDocumentTranslation1795000000050,
  CreateWebhookDelivery1795000000060,
  CreateWebhookAttempt1795000000070,
  CreateAuditLog1795000000080,
  CreateTextStream1795000000130,
  CreateGlossary1795000000090,
  ActiveDocuments1795000000140,
];

/** Brings the tables of all projections up to date. */
export const migrateReadModels = (connectionString: string): Promise<void> =>
  runMigrations(connectionString, migrations);

/** Opens a pool to query the tables of all projections, which `migrateReadModels` has created. */
export const openReadModels = (settings: Omit<ReadModelsSettings, 'entities' | 'migrations'>): Promise<DataSource> =>
  connectReadModels({ ...settings, entities: readModelEntities });
