import { runMigrations } from '#libs/read-side/read-models/run-migrations.js';
import { CreateApiKey1795000000010 } from './api-keys/migrations/1795000000010-create-api-key.js';
import { CreateApiKeyUse1795100000000 } from './api-keys/migrations/1795100000000-create-api-key-use.js';
import { MakersOfApiKeys1795900000100 } from './api-keys/migrations/1795900000100-makers-of-api-keys.js';
import { CreateAuditExport1795800000100 } from './audit-exports/migrations/1795800000100-create-audit-export.js';
import { StartedAuditExports1795800000670 } from './audit-exports/migrations/1795800000670-started-audit-exports.js';
import { CreateAuditLog1795000000080 } from './audit-log/migrations/1795000000080-create-audit-log.js';
import { CreateAuditLogTally1795500000000 } from './audit-log/migrations/1795500000000-create-audit-log-tally.js';
import { AuditLogFilters1795700000000 } from './audit-log/migrations/1795700000000-audit-log-filters.js';
import { TallyByDimension1795800000710 } from './audit-log/migrations/1795800000710-tally-by-dimension.js';
import { CreateCertification1795800000300 } from './certifications/migrations/1795800000300-create-certification.js';
import { CreateDocumentTranslation1795000000050 } from './document-status/migrations/1795000000050-create-document-translation.js';
import { CreateDocument1795000000040 } from './documents/migrations/1795000000040-create-document.js';
import { ActiveDocuments1795000000140 } from './documents/migrations/1795000000140-active-documents.js';
import { ListedDocuments1795400000010 } from './documents/migrations/1795400000010-listed-documents.js';
import { DocumentsWithWebhooks1795600000000 } from './documents/migrations/1795600000000-documents-with-webhooks.js';
import { CountedDocuments1796100000000 } from './documents/migrations/1796100000000-counted-documents.js';
import { CreateErasure1795800000470 } from './erasures/migrations/1795800000470-create-erasure.js';
import { CreateGlossary1795000000090 } from './glossaries/migrations/1795000000090-create-glossary.js';
import { GlossaryBlob1795400000000 } from './glossaries/migrations/1795400000000-glossary-blob.js';
import { CreateHold1795800000320 } from './holds/migrations/1795800000320-create-hold.js';
import { CreateModel1796000000000 } from './models/migrations/1796000000000-create-model.js';
import { CreateNamedOwner1795900000300 } from './named-owners/migrations/1795900000300-create-named-owner.js';
import { CreateOrganization1795000000020 } from './organizations/migrations/1795000000020-create-organization.js';
import { OrganizationSettings1795800000310 } from './organizations/migrations/1795800000310-organization-settings.js';
import { CreateReport1795800000400 } from './reports/migrations/1795800000400-create-report.js';
import { CreateUserSession1795800000501 } from './sessions/migrations/1795800000501-create-user-session.js';
import { SessionsOfAccount1795800000700 } from './sessions/migrations/1795800000700-sessions-of-account.js';
import { CreateTextStream1795000000130 } from './text-streams/migrations/1795000000130-create-text-stream.js';
import { CreateToldEvent1795800000690 } from './told-events/migrations/1795800000690-create-told-event.js';
import { CreateUsage1795000000030 } from './usage/migrations/1795000000030-create-usage.js';
import { UsageOfUsersAndPairs1795900000400 } from './usage/migrations/1795900000400-usage-of-users-and-pairs.js';
import { CreateUserAccount1795800000500 } from './users/migrations/1795800000500-create-user-account.js';
import { LinkUserAccount1795800000600 } from './users/migrations/1795800000600-link-user-account.js';
import { InvitersOfUsers1795900000200 } from './users/migrations/1795900000200-inviters-of-users.js';
import { CreateWebhookAttempt1795000000070 } from './webhook-attempts/migrations/1795000000070-create-webhook-attempt.js';
import { CreateWebhookDelivery1795000000060 } from './webhook-deliveries/migrations/1795000000060-create-webhook-delivery.js';
import { DeliveriesOfWebhooks1795800000210 } from './webhook-deliveries/migrations/1795800000210-deliveries-of-webhooks.js';
import { DeliveriesOfOrganizations1795800000660 } from './webhook-deliveries/migrations/1795800000660-deliveries-of-organizations.js';
import { PulledDeliveries1795900008800 } from './webhook-deliveries/migrations/1795900008800-pulled-deliveries.js';
import { CreateWebhook1795800000200 } from './webhooks/migrations/1795800000200-create-webhook.js';

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
  CreateApiKeyUse1795100000000,
  GlossaryBlob1795400000000,
  ListedDocuments1795400000010,
  CreateAuditLogTally1795500000000,
  DocumentsWithWebhooks1795600000000,
  AuditLogFilters1795700000000,
  CreateAuditExport1795800000100,
  CreateCertification1795800000300,
  OrganizationSettings1795800000310,
  CreateHold1795800000320,
  CreateWebhook1795800000200,
  DeliveriesOfWebhooks1795800000210,
  CreateReport1795800000400,
  CreateErasure1795800000470,
  CreateUserAccount1795800000500,
  CreateUserSession1795800000501,
  LinkUserAccount1795800000600,
  DeliveriesOfOrganizations1795800000660,
  StartedAuditExports1795800000670,
  CreateToldEvent1795800000690,
  SessionsOfAccount1795800000700,
  TallyByDimension1795800000710,
  MakersOfApiKeys1795900000100,
  InvitersOfUsers1795900000200,
  CreateNamedOwner1795900000300,
  UsageOfUsersAndPairs1795900000400,
  PulledDeliveries1795900008800,
  CreateModel1796000000000,
  CountedDocuments1796100000000,
];

/** Brings the tables of all projections up to date. */
export const migrateReadModels = (connectionString: string): Promise<void> =>
  runMigrations(connectionString, migrations);
