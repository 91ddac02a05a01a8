import { auditResources } from '#libs/domain/audit/audit-vocabulary.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import { type Criteria, conditionsOf, type NumberRange, type NumbersInTime, Parameters } from './audit-log.filter.js';
import { anyValue, blockSize, dimensions, lastTallied, tallyTable } from './audit-log-tally.js';

/** The entries that a total counts. */
export interface Counting {
  organizationId: string;
  criteria: Criteria;
  numbers: NumbersInTime;
}

/** Numbers whose entries are counted without looking at them, and how many of these match. */
interface Known {
  numbers: NumberRange;
  matching: number;
}

const log = 'read_model.audit_log';

const sizeOf = ({ from, to }: NumberRange): number => Math.max(0, to - from + 1);

const talliedDimensions: readonly string[] = [anyValue, ...dimensions];

/** Adds up the tallies of whole blocks within the numbers that are in the time range for certain. */
const knownByBlocks = async (readModels: ReadModelQueries, counting: Counting): Promise<Known | undefined> => {
  const { organizationId, criteria, numbers } = counting;
  const { resource } = Object.fromEntries(criteria.equal);
  const [[dimension, value] = [anyValue, anyValue], ...more] = criteria.equal.filter(
    ([column]) => column !== 'resource',
  );
  if (more.length > 0 || !talliedDimensions.includes(dimension)) return undefined;
  const first = Math.ceil(numbers.certain.from / blockSize);
  const last = Math.floor((numbers.certain.to + 1) / blockSize) - 1;
  if (last < first) return undefined;
  const parameters = new Parameters();
  const organization = parameters.add(organizationId);
  const { actions } = criteria;
  const resources = resource === undefined ? (actions === undefined ? [anyValue] : auditResources) : [resource];
  const [tallied] = await readModels.query<{ last: number | null; matching: number }[]>(
    `select ${lastTallied(log, organization)} as last, (
       select coalesce(sum(entries), 0)::bigint from ${tallyTable}
        where log = '${log}'::regclass and organization_id = ${organization}
          and dimension = ${parameters.add(dimension)} and value = ${parameters.add(value)}
          and resource = any(${parameters.add(resources)})
          ${actions === undefined ? '' : `and action = any(${parameters.add(actions)})`}
          and block between ${parameters.add(first)} and ${parameters.add(last)}) as matching`,
    parameters.values,
  );
  if (tallied === undefined || tallied.last === null) return undefined;
  const to = (Math.min(last, tallied.last) + 1) * blockSize - 1;
  return { numbers: { from: first * blockSize, to }, matching: tallied.matching };
};

const countIn = async (
  readModels: ReadModelQueries,
  { organizationId, criteria }: Counting,
  ranges: readonly NumberRange[],
  max: number,
): Promise<number> => {
  if (ranges.length === 0) return 0;
  const parameters = new Parameters();
  const matching = ranges
    .flatMap((range) => conditionsOf(parameters, organizationId, criteria, range))
    .map((condition) => `select from ${log} where ${condition}`);
  const [counted] = await readModels.query<{ total: number }[]>(
    `select count(*) as total from (${matching.join(' union all ')} limit ${parameters.add(max)}) as matching`,
    parameters.values,
  );
  return counted?.total ?? 0;
};

/**
 * Counts the entries of a filter. Numbers have no gaps, so that a time range alone is a subtraction; with other criteria
 * whole blocks are counted by the tallies where these know them. Only what lies before and behind is counted one by one, giving up beyond
 * `max`: at any size of the log a few blocks and a row for each of the others, or `max` entries.
 */
export const countFiltered = async (readModels: ReadModelQueries, counting: Counting, max: number): Promise<number> => {
  const { criteria, numbers } = counting;
  const { possible, certain } = numbers;
  const isOfTimeAlone = criteria.actions === undefined && criteria.equal.length === 0;
  const known = isOfTimeAlone
    ? { numbers: certain, matching: sizeOf(certain) }
    : await knownByBlocks(readModels, counting);
  const whole =
    known === undefined || sizeOf(known.numbers) === 0 ? { from: possible.from, to: possible.from - 1 } : known.numbers;
  const rest = [
    { from: possible.from, to: whole.from - 1 },
    { from: whole.to + 1, to: possible.to },
  ].filter((range) => sizeOf(range) > 0);
  return (known?.matching ?? 0) + (await countIn(readModels, counting, rest, max));
};
