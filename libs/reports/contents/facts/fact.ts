import type { AuditAction } from '#libs/domain/audit/audit-vocabulary.js';
import { type Evidence, type EvidenceStatus, type Figure, noEvidence } from '../../report-content.js';
import type { ActsFilter } from '../../report-evidence.js';
import type { EvidenceView } from '../evidence-view.js';
import { statusOf } from '../status.js';

/** Something that the evidence says of the organization or the service, for any report that asks for it. */
export interface Fact {
  readonly status: EvidenceStatus;
  /** Whole sentences; where nothing is evidenced they say what would be needed. */
  readonly text: string;
  readonly figures: readonly Figure[];
  /** The entries that it rests on; undefined where it rests on none. */
  readonly filter?: ActsFilter;
  readonly evidence: Evidence;
}

export type FactOf = (view: EvidenceView) => Promise<Fact>;

/** Acts that were done: refused and failed ones of the same actions are left out. */
export const actsBy = (...actions: AuditAction[]): ActsFilter => ({ actions, result: 'success' });

interface SaidOf {
  /** The sentences that hold where entries or settings support them. */
  text: string;
  /** The missing evidence, where nothing supports them. */
  needed: string;
  settings: boolean;
  figures?: readonly Figure[];
}

/** A fact that entries of the period show; settings alone show it in part. */
export const factOfActs = async (
  view: EvidenceView,
  filter: ActsFilter,
  say: (entries: number) => SaidOf,
): Promise<Fact> => {
  const evidence = await view.acts(filter);
  const { text, needed, settings, figures = [] } = say(evidence.count);
  const status = statusOf({ data: evidence.count > 0, settings });
  return { status, text: status === 'not_evidenced' ? needed : text, figures, filter, evidence };
};

/** A fact that only settings can show. */
export const factOfSettings = ({ text, needed, settings, figures = [] }: SaidOf): Fact => ({
  status: statusOf({ data: false, settings }),
  text: settings ? text : needed,
  figures,
  evidence: noEvidence,
});

/** A fact that no data of the service can show, with the evidence that would. */
export const outside =
  (subject: string, needed: string): FactOf =>
  async () => ({
    status: 'not_evidenced',
    text: `The service has no data on ${subject}. Needed: ${needed}.`,
    figures: [],
    evidence: noEvidence,
  });

export const allFacts = (view: EvidenceView, facts: readonly FactOf[]): Promise<Fact[]> =>
  Promise.all(facts.map((fact) => fact(view)));
