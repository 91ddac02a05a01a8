import type { AuditAction, AuditResource } from '#libs/domain/audit/audit-vocabulary.js';

export interface AuditLogFilter {
  action?: AuditAction | undefined;
  resource?: AuditResource | undefined;
  /** Id of a user of the organization; an unknown one matches nothing. */
  userId?: string | undefined;
  /** Start of the time range in RFC 3339, inclusive. */
  start?: string | undefined;
  /** End of the time range in RFC 3339, exclusive. */
  end?: string | undefined;
}

export const isUnfiltered = (filter: AuditLogFilter): boolean =>
  Object.values(filter).every((criterion) => criterion === undefined);

/** Range of numbers that entries of a time range can have, both ends inclusive. */
export interface NumberRange {
  from: number;
  to: number;
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
 * The criteria as SQL on `read_model.audit_log`. `range` narrows the numbers down, so that a time range is
 * found wherever in the log it lies; entries within it that are out of the order of time are selected by the
 * time itself.
 */
export const conditions = (
  parameters: Parameters,
  organizationId: string,
  filter: AuditLogFilter,
  subject: string | undefined,
  range: NumberRange | undefined,
): string => {
  const { action, resource, start, end } = filter;
  const clauses = [`organization_id = ${parameters.add(organizationId)}`];
  if (action !== undefined) clauses.push(`action = ${parameters.add(action)}`);
  if (resource !== undefined) clauses.push(`resource = ${parameters.add(resource)}`);
  if (subject !== undefined) clauses.push(`subject = ${parameters.add(subject)}`);
  if (start !== undefined) clauses.push(`occurred_at >= ${parameters.add(start)}`);
  if (end !== undefined) clauses.push(`occurred_at < ${parameters.add(end)}`);
  if (range !== undefined) clauses.push(`number between ${parameters.add(range.from)} and ${parameters.add(range.to)}`);
  return clauses.join(' and ');
};
