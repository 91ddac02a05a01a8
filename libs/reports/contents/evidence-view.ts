import type {
  ActorEvidence,
  FailureEvidence,
  ModelEvidence,
  OrganizationEvidence,
  ReportEvidence,
  ServiceEvidence,
  TranslationEvidence,
  UsageEvidence,
} from '../report-evidence.js';

/** The evidence of a report, asked for once: entries of the audit log are asked for statement by statement. */
export interface EvidenceView extends Pick<ReportEvidence, 'period' | 'madeAt' | 'acts'> {
  readonly usage: UsageEvidence;
  readonly organization: OrganizationEvidence;
  readonly service: ServiceEvidence;
  readonly failures: FailureEvidence;
  readonly actors: readonly ActorEvidence[];
  readonly translations: readonly TranslationEvidence[];
  readonly models: readonly ModelEvidence[];
}

export const viewOf = async (evidence: ReportEvidence): Promise<EvidenceView> => {
  const [usage, organization, service, failures, actors, translations, models] = await Promise.all([
    evidence.usage(),
    evidence.organization(),
    evidence.service(),
    evidence.failures(),
    evidence.actors(),
    evidence.translations(),
    evidence.models(),
  ]);
  return {
    period: evidence.period,
    madeAt: evidence.madeAt,
    acts: (filter) => evidence.acts(filter),
    usage,
    organization,
    service,
    failures,
    actors,
    translations,
    models,
  };
};
