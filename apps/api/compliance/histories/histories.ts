import { organization } from '#libs/domain/organization/organization.decider.js';
import { report } from '#libs/domain/report/report.decider.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { HoldQueries } from '#projections/holds/holds.queries.js';
import { organizations } from '#projections/organizations/organizations.projection.js';
import { reports } from '#projections/reports/reports.projection.js';
import type { UserQueries } from '#projections/users/users.queries.js';
import type { OwnWrites } from '../../access/own-writes.js';
import { toOrganizationState } from '../../organization/organization-response.js';
import { toReportDto } from '../reports/report-response.js';
import { apiKeyHistory } from './api-key.history.js';
import { documentHistory } from './document.history.js';
import { glossaryHistory } from './glossary.history.js';
import type { HistoryResource } from './history-resource.js';
import { projectedHistory } from './projected.history.js';
import { userHistory } from './user.history.js';
import { webhookHistory } from './webhook.history.js';

/** Resources that have a history, as its path names them. */
export const historyResources = [
  'document',
  'api_key',
  'glossary',
  'webhook',
  'organization',
  'report',
  'user',
] as const;
export type HistoryResourceName = (typeof historyResources)[number];

export type Histories = Record<HistoryResourceName, HistoryResource>;

export interface HistorySources {
  eventStore: EventStore;
  secrets: Secrets;
  subjectKeys: SubjectKeys;
  holds: HoldQueries;
  users: UserQueries;
  ownWrites: OwnWrites;
  settings: Settings;
}

const of = <Snapshot>(resource: HistoryResource<Snapshot>): HistoryResource => resource as HistoryResource;

export const historiesOf = (sources: HistorySources): Histories => ({
  document: of(documentHistory(sources)),
  api_key: of(apiKeyHistory(sources)),
  glossary: of(glossaryHistory),
  webhook: of(webhookHistory(sources)),
  user: of(userHistory(sources)),
  report: of(
    projectedHistory({ category: report.category, idPrefix: 'rep' }, reports, (row) =>
      toReportDto(row, publicUrlOf(sources.settings)),
    ),
  ),
  organization: of(
    projectedHistory({ category: organization.category, idPrefix: 'org' }, organizations, (row) =>
      toOrganizationState(row, sources.settings),
    ),
  ),
});
