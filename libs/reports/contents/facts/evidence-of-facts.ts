import type { AuditAction } from '#libs/domain/audit/audit-vocabulary.js';
import { type Evidence, noEvidence } from '../../report-content.js';
import type { ActsFilter } from '../../report-evidence.js';
import type { EvidenceView } from '../evidence-view.js';
import { actsBy, type Fact } from './fact.js';

/** The actions of a filter that one query can list together with others: those of acts that were done; else none. */
const actionsOf = ({ actions, resource, result }: ActsFilter): readonly AuditAction[] =>
  resource === undefined && result === 'success' ? (actions ?? []) : [];

/**
 * The entries that several facts rest on, as one query can list them: those of the first fact that has any, with those of
 * the others where both are acts that were done.
 */
export const evidenceOfFacts = async (view: EvidenceView, facts: readonly Fact[]): Promise<Evidence> => {
  const filters = facts.flatMap(({ filter, evidence }) =>
    filter === undefined || evidence.count === 0 ? [] : [{ filter, evidence }],
  );
  const [first] = filters;
  if (first === undefined) return noEvidence;
  const own = actionsOf(first.filter);
  if (own.length === 0) return first.evidence;
  const actions = [...new Set(filters.flatMap(({ filter }) => actionsOf(filter)))];
  return actions.length === own.length ? first.evidence : view.acts(actsBy(...actions));
};
