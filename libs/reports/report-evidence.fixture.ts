import type { AuditAction, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import { type Evidence, maxEvidenceIds, noEvidence } from './report-content.js';
import type {
  ActorEvidence,
  ActsFilter,
  OrganizationEvidence,
  ReportEvidence,
  ServiceEvidence,
} from './report-evidence.js';

const noOrganization: OrganizationEvidence = {
  id: 'org_a',
  name: 'Acme',
  tier: 'pro',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  retention: { documents: '', reports: '', webhookDeliveries: '' },
  webhookHosts: [],
  keys: [],
  webhooks: [],
  certifications: [],
  activeHolds: 0,
};

const noService: ServiceEvidence = {
  version: '',
  dataResidency: { region: null, locations: [] },
  engines: {},
  inference: { engine: '', pairs: [] },
  encryption: { files: '', personalData: '', auditLog: '' },
  settings: {},
};

/** Evidence of an organization that did nothing, with a service of which nothing is known. */
export const emptyEvidence: ReportEvidence = {
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  madeAt: '2026-11-21T08:30:00.000Z',
  acts: async () => noEvidence,
  failures: async () => ({ byDay: [], byCode: [] }),
  actors: async () => [],
  translations: async () => [],
  usage: async () => ({
    characters: 0,
    requests: 0,
    byDay: [],
    byEndpoint: [],
    byKey: [],
    byUser: [],
    byLanguagePair: [],
  }),
  organization: async () => noOrganization,
  models: async () => [],
  service: async () => noService,
};

/** Acts of the period: how many of an action had which result. */
export type ActCounts = readonly { action: AuditAction; result?: AuditResult; count: number }[];

const idOf = (number: number): string => `aud_${String(number).padStart(13, '0')}0000000000000`;

const evidenceOf =
  (counts: ActCounts) =>
  async ({ actions, result }: ActsFilter): Promise<Evidence> => {
    const found = counts.filter(
      (each) =>
        (actions?.includes(each.action) ?? true) && (result ?? each.result ?? 'success') === (each.result ?? 'success'),
    );
    const count = found.reduce((sum, each) => sum + each.count, 0);
    if (count === 0) return noEvidence;
    const query = [
      ...(actions === undefined ? [] : [`action=${actions.join(',')}`]),
      ...(result === undefined ? [] : [`result=${result}`]),
    ];
    const ids = Array.from({ length: Math.min(count, maxEvidenceIds) }, (_, at) => idOf(count - at));
    return { ids, count, query: [...query, 'start=2026-11-01&end=2026-12-01'].join('&') };
  };

const byKeys = (counts: ActCounts): ActorEvidence[] => {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  return count === 0 ? [] : [{ actor: 'api_key', count }];
};

export interface EvidenceParts {
  acts?: ActCounts;
  organization?: Partial<OrganizationEvidence>;
  service?: Partial<ServiceEvidence>;
  usage?: Awaited<ReturnType<ReportEvidence['usage']>>;
  failures?: Awaited<ReturnType<ReportEvidence['failures']>>;
  /** By API keys alone where it is left out. */
  actors?: Awaited<ReturnType<ReportEvidence['actors']>>;
  translations?: Awaited<ReturnType<ReportEvidence['translations']>>;
  models?: Awaited<ReturnType<ReportEvidence['models']>>;
}

/** Evidence with what is given, and nothing else. */
export const evidenceWith = (parts: EvidenceParts): ReportEvidence => ({
  ...emptyEvidence,
  acts: evidenceOf(parts.acts ?? []),
  organization: async () => ({ ...noOrganization, ...parts.organization }),
  service: async () => ({ ...noService, ...parts.service }),
  usage: async () => parts.usage ?? emptyEvidence.usage(),
  failures: async () => parts.failures ?? emptyEvidence.failures(),
  actors: async () => parts.actors ?? byKeys(parts.acts ?? []),
  translations: async () => parts.translations ?? emptyEvidence.translations(),
  models: async () => parts.models ?? [],
});
