import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';

export interface AuditLogFilter {
  /** Entries of any of these actions. */
  actions?: readonly AuditAction[] | undefined;
  resource?: AuditResource | undefined;
  resourceId?: string | undefined;
  result?: AuditResult | undefined;
  requestId?: string | undefined;
  /** Id of the key that was used. */
  keyId?: string | undefined;
  /** Id of a user of the organization; an unknown one matches nothing. */
  userId?: string | undefined;
  /** Address of the caller, in its one spelling; an unknown one matches nothing. */
  ipAddress?: string | undefined;
  /** Start of the time range in RFC 3339, inclusive. */
  start?: string | undefined;
  /** End of the time range in RFC 3339, exclusive. */
  end?: string | undefined;
}

export const isUnfiltered = (filter: AuditLogFilter): boolean =>
  Object.values(filter).every((criterion) => criterion === undefined);

/** Columns that a criterion compares with one value. */
export type ComparedColumn =
  | 'resource'
  | 'resource_id'
  | 'result'
  | 'request_id'
  | 'api_key_id'
  | 'subject'
  | 'address_subject';

/** References of the data subjects that a filter names. */
export interface FilteredSubjects {
  user: string | undefined;
  address: string | undefined;
}

/** A filter in terms of columns. */
export interface Criteria {
  /** Undefined: of every action. */
  actions: readonly AuditAction[] | undefined;
  equal: readonly (readonly [column: ComparedColumn, value: string])[];
  start: string | undefined;
  end: string | undefined;
}

export const criteriaOf = (filter: AuditLogFilter, subjects: FilteredSubjects): Criteria => {
  const compared: Record<ComparedColumn, string | undefined> = {
    resource: filter.resource,
    resource_id: filter.resourceId,
    result: filter.result,
    request_id: filter.requestId,
    api_key_id: filter.keyId,
    subject: subjects.user,
    address_subject: subjects.address,
  };
  const given = (pair: [string, string | undefined]): pair is [ComparedColumn, string] => pair[1] !== undefined;
  return {
    actions: filter.actions && [...new Set(filter.actions)].sort(),
    equal: Object.entries(compared).filter(given),
    start: filter.start,
    end: filter.end,
  };
};

/** Range of numbers, both ends inclusive. */
export interface NumberRange {
  from: number;
  to: number;
}

/** Numbers of the entries of a time range: those that can be in it, and among them those that are for certain. */
export interface NumbersInTime {
  possible: NumberRange;
  /** Empty when it ends before it begins. */
  certain: NumberRange;
}

/** Collects values and gives the placeholder of each. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * The criteria as SQL on `read_model.audit_log`, one condition an action: entries of one action are in the order of
 * numbers in an index, those of several are not. `range` narrows the numbers down, so that a time range is
 * found wherever in the log it lies; entries within it that are out of the order of time are selected by the
 * time itself.
 */
export const conditionsOf = (
  parameters: Parameters,
  organizationId: string,
  { actions, equal, start, end }: Criteria,
  range: NumberRange,
): string[] => {
  const clauses = [`organization_id = ${parameters.add(organizationId)}`];
  for (const [column, value] of equal) clauses.push(`${column} = ${parameters.add(value)}`);
  if (start !== undefined) clauses.push(`occurred_at >= ${parameters.add(start)}`);
  if (end !== undefined) clauses.push(`occurred_at < ${parameters.add(end)}`);
  clauses.push(`number between ${parameters.add(range.from)} and ${parameters.add(range.to)}`);
  const all = clauses.join(' and ');
  return actions === undefined ? [all] : actions.map((action) => `${all} and action = ${parameters.add(action)}`);
};
