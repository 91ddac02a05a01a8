import { apiKeys } from './api-keys/api-keys.projection.js';
import { auditExports } from './audit-exports/audit-exports.projection.js';
import { auditLog } from './audit-log/audit-log.projection.js';
import { certifications } from './certifications/certifications.projection.js';
import { documentStatus } from './document-status/document-status.projection.js';
import { documents } from './documents/documents.projection.js';
import { erasures } from './erasures/erasures.projection.js';
import { glossaries } from './glossaries/glossaries.projection.js';
import { holds } from './holds/holds.projection.js';
import { models } from './models/models.projection.js';
import { namedOwners } from './named-owners/named-owners.projection.js';
import { organizations } from './organizations/organizations.projection.js';
import { reports } from './reports/reports.projection.js';
import { sessions } from './sessions/sessions.projection.js';
import { textStreams } from './text-streams/text-streams.projection.js';
import { toldEvents } from './told-events/told-events.projection.js';
import { usage } from './usage/usage.projection.js';
import { usageOfPairs } from './usage/usage-of-pairs.projection.js';
import { usageOfUsers } from './usage/usage-of-users.projection.js';
import { users } from './users/users.projection.js';
import { webhookAttempts } from './webhook-attempts/webhook-attempts.projection.js';
import { webhookDeliveries } from './webhook-deliveries/webhook-deliveries.projection.js';
import { webhooks } from './webhooks/webhooks.projection.js';

/** All projections that the projector runs: apart from their tables, for it needs no TypeORM. */
export const allProjections = [
  organizations,
  apiKeys,
  users,
  namedOwners,
  sessions,
  usage,
  usageOfUsers,
  usageOfPairs,
  documents,
  documentStatus,
  glossaries,
  webhooks,
  webhookDeliveries,
  webhookAttempts,
  toldEvents,
  textStreams,
  certifications,
  holds,
  reports,
  erasures,
  models,
  auditLog,
  auditExports,
] as const;
