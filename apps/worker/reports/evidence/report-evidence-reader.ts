import type { Settings } from '#libs/platform/config/settings.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { type Evidence, maxEvidenceIds, noEvidence } from '#libs/reports/report-content.js';
import type {
  ActsFilter,
  FailureEvidence,
  ModelEvidence,
  OrganizationEvidence,
  ReportEvidence,
} from '#libs/reports/report-evidence.js';
import type {
  AuditLogSummary,
  AuditLogSummaryQueries,
  SummarizedEntries,
} from '#projections/audit-log/audit-log-summary.queries.js';
import type { ModelInstallation, ModelQueries } from '#projections/models/models.queries.js';
import { type OrganizationSources, organizationEvidence } from './organization-evidence.js';
import { serviceEvidence } from './service-evidence.js';

export interface EvidenceSources extends OrganizationSources {
  auditLog: Pick<AuditLogSummaryQueries, 'summary' | 'newestIds' | 'usage'>;
  models: Pick<ModelQueries, 'during'>;
  inference: Pick<InferenceEngine, 'pairs' | 'modelName' | 'models'>;
  settings: Settings;
}

export interface ReportScope {
  organizationId: string;
  /** Days of UTC as instants in RFC 3339: from `start` up to, not including, `end`. */
  start: string;
  end: string;
  /** Entries of the audit log that count: the size of the checkpoint that the figures are taken at. */
  upTo: number;
}

/** Does the work at its first call alone. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
};

const failuresIn = ({ failuresByDay, failuresByCode }: AuditLogSummary): FailureEvidence => {
  const days = new Map<string, { denied: number; failed: number }>();
  for (const { day, result, count } of failuresByDay) {
    const { denied, failed } = days.get(day) ?? { denied: 0, failed: 0 };
    days.set(day, result === 'denied' ? { denied: denied + count, failed } : { denied, failed: failed + count });
  }
  return {
    byDay: [...days].map(([day, counts]) => ({ day, ...counts })),
    byCode: failuresByCode.flatMap(({ code, result, count }) =>
      result === 'success' ? [] : [{ code, result, count }],
    ),
  };
};

const dayOf = (midnight: string): string => midnight.slice(0, 'YYYY-MM-DD'.length);

const installationOf = (model: ModelInstallation): ModelEvidence => ({
  name: model.name,
  engine: model.engine,
  sourceLanguages: model.source_languages,
  targetLanguages: model.target_languages,
  sha256: model.sha256,
  licence: model.licence,
  source: model.source,
  installedAt: model.installed_at,
  removedAt: model.removed_at,
});

/** The query that lists the acts. A scope is of whole days, which read better than their instants. */
const queryOf = ({ actions, resource, result }: ActsFilter, { start, end }: SummarizedEntries): string =>
  new URLSearchParams({
    ...(actions === undefined ? {} : { action: actions.join(',') }),
    ...(resource === undefined ? {} : { resource }),
    ...(result === undefined ? {} : { result }),
    start: dayOf(start),
    end: dayOf(end),
  })
    .toString()
    .replaceAll('%2C', ',');

/** Reads what reports rest on: the audit log up to one checkpoint, and what is set and runs now. */
export class ReportEvidenceReader {
  constructor(
    private readonly sources: EvidenceSources,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** The evidence of one report: each part is read when it is first asked for, and once. */
  of({ organizationId, start, end, upTo }: ReportScope): ReportEvidence {
    const { auditLog, models, inference, settings } = this.sources;
    const entries = { organizationId, start, end, size: upTo };
    const summary = once(() => auditLog.summary(entries));
    const organization = once(() => this.organization(organizationId));
    const found = new Map<string, Promise<Evidence>>();
    const acts = (filter: ActsFilter): Promise<Evidence> => {
      const query = queryOf(filter, entries);
      const evidence = found.get(query) ?? summary().then((counted) => this.acts(entries, counted, filter));
      found.set(query, evidence);
      return evidence;
    };
    return {
      period: { start, end },
      madeAt: this.now().toISOString(),
      acts,
      failures: async () => failuresIn(await summary()),
      actors: async () => (await summary()).actors,
      translations: async () => (await summary()).translations,
      usage: once(() => auditLog.usage(entries)),
      organization,
      models: once(async () => (await models.during(start, end)).map(installationOf)),
      service: once(async () => serviceEvidence(settings, inference, (await organization()).tier)),
    };
  }

  private organization(organizationId: string): Promise<OrganizationEvidence> {
    return organizationEvidence(this.sources, organizationId, this.now().toISOString());
  }

  private async acts(entries: SummarizedEntries, { acts }: AuditLogSummary, filter: ActsFilter): Promise<Evidence> {
    const { actions, resource, result } = filter;
    const count = acts
      .filter(
        (act) =>
          (actions === undefined || actions.includes(act.action)) &&
          (resource === undefined || act.resource === resource) &&
          (result === undefined || act.result === result),
      )
      .reduce((sum, act) => sum + act.count, 0);
    if (count === 0) return noEvidence;
    // Asked for no more than there are, a search ends at the last of them.
    const ids = await this.sources.auditLog.newestIds(entries, filter, Math.min(count, maxEvidenceIds));
    return { ids, count, query: queryOf(filter, entries) };
  }
}
