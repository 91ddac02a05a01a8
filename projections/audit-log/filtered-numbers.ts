import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { AuditLogFilter, FilteredSubjects, NumbersInTime } from './audit-log.filter.js';

/** The last entry that a query may have: the bounds of a time range follow from how late entries up to it were. */
export interface LastEntry {
  number: number;
  lateness_ms: number;
}

/** Numbers found by time; null where there is no such entry. */
type TimeBounds = Record<'possible_from' | 'certain_from' | 'possible_to' | 'certain_to', number | null>;

const late = `$4::bigint * interval '1 millisecond'`;
const firstAt = (time: string): string => `(
  select number from read_model.audit_log
   where organization_id = $1 and latest_at >= ${time} order by latest_at, number limit 1)`;
const lastBefore = (time: string): string => `(
  select number from read_model.audit_log
   where organization_id = $1 and latest_at < ${time} order by latest_at desc, number desc limit 1)`;

/** The references of the filter's user and address; undefined when either is unknown: then nothing matches. */
export const subjectsOf = async (
  subjectKeys: Pick<SubjectKeys, 'find'>,
  organizationId: string,
  { userId, ipAddress }: AuditLogFilter,
): Promise<FilteredSubjects | undefined> => {
  const [user, address] = await Promise.all([
    userId && subjectKeys.find(organizationId, userId),
    ipAddress && subjectKeys.find(organizationId, ipAddress, 'ip_address'),
  ]);
  if ((userId !== undefined && !user) || (ipAddress !== undefined && !address)) return undefined;
  return { user, address };
};

/**
 * Finds the numbers of a time range: `latest_at` rises with them. The first entry at or after `start` is the first to
 * raise it there, and none is before `start` once it is past that by more than any entry was late; with `end` it is
 * the other way round. Undefined when no entry can be in the range.
 */
export const numbersInTime = async (
  readModels: ReadModelQueries,
  organizationId: string,
  last: LastEntry,
  { start, end }: AuditLogFilter,
): Promise<NumbersInTime | undefined> => {
  const all = { from: 0, to: last.number };
  if (start === undefined && end === undefined) return { possible: all, certain: all };
  const [bounds] = await readModels.query<TimeBounds[]>(
    `select ${firstAt('$2::timestamptz')} as possible_from, ${firstAt(`$2::timestamptz + ${late}`)} as certain_from,
            ${lastBefore(`$3::timestamptz + ${late}`)} as possible_to, ${lastBefore('$3::timestamptz')} as certain_to`,
    [organizationId, start ?? null, end ?? null, last.lateness_ms],
  );
  const possibleFrom = start === undefined ? 0 : bounds?.possible_from;
  const possibleTo = end === undefined ? last.number : bounds?.possible_to;
  if (typeof possibleFrom !== 'number' || typeof possibleTo !== 'number' || possibleFrom > possibleTo) return undefined;
  const possible = { from: possibleFrom, to: Math.min(possibleTo, last.number) };
  const certainFrom = start === undefined ? 0 : (bounds?.certain_from ?? possible.to + 1);
  const certainTo = end === undefined ? last.number : (bounds?.certain_to ?? possible.from - 1);
  return { possible, certain: { from: certainFrom, to: Math.min(certainTo, last.number) } };
};
