/** Entries of a block: as many are counted one by one at each end of what the blocks cover. */
export const blockSize = 8_192;

export const tallyTable = 'read_model.audit_log_tally';

/** Value of the columns that a count does not tell apart. */
export const anyValue = '';

/** Columns that counts tell apart, one at a time, beside resource and action. */
export const dimensions = ['subject', 'result', 'api_key_id', 'address_subject'] as const;

/** SQL of the last tallied block of an organization; null when none is. */
export const lastTallied = (log: string, organization: string): string => `(
  select block from ${tallyTable}
   where log = '${log}'::regclass and organization_id = ${organization}
     and dimension = '${anyValue}' and value = '${anyValue}' and resource = '${anyValue}' and action = '${anyValue}'
   order by block desc limit 1)`;

const dimensionOfSet = `case ${dimensions.map((column) => `when grouping(${column}) = 0 then '${column}'`).join(' ')}
  else '${anyValue}' end`;
const groupingSets = dimensions.map((column) => `(${column}), (${column}, resource, action)`).join(', ');

/**
 * Statement that counts the finished blocks of a log that are not tallied yet: entries never change, so each block is
 * counted once, after its last entry. `$1` is a JSON array of organizations, or null for all.
 */
export const tallyFinishedBlocks = (log: string): string => `
  with recursive every (name) as (
    (select organization_id from ${log} where $1::json is null order by organization_id limit 1)
    union all
    select (select organization_id from ${log} where organization_id > every.name order by organization_id limit 1)
      from every where every.name is not null),
  named as (
    select name from every where name is not null
    union all select json_array_elements_text($1::json)),
  due as (
    select name, generate_series(
        coalesce(${lastTallied(log, 'name')} + 1, 0),
        (select (number + 1) / ${blockSize} - 1 from ${log} where organization_id = name order by number desc limit 1)
      ) as block from named)
  insert into ${tallyTable} (log, organization_id, block, dimension, value, resource, action, entries)
  select '${log}'::regclass, name, block, counted.* from due, lateral (
    select ${dimensionOfSet}, coalesce(${dimensions.join(', ')}, '${anyValue}'),
           coalesce(resource, '${anyValue}'), coalesce(action, '${anyValue}'), count(*)
      from ${log}
     where organization_id = name and number between block * ${blockSize} and block * ${blockSize} + ${blockSize - 1}
     group by grouping sets ((), (resource, action), ${groupingSets})
  ) as counted (dimension, value, resource, action, entries)
  where dimension = '${anyValue}' or value <> '${anyValue}'`;

/** The counts of one entry, by what a tally has of it. */
export const countsOf = (
  entry: Record<(typeof dimensions)[number], string | null> & { resource: string; action: string },
) => {
  const of = (dimension: string, value: string) => [
    { dimension, value, resource: anyValue, action: anyValue },
    { dimension, value, resource: entry.resource, action: entry.action },
  ];
  const values = dimensions.map((dimension) => ({ dimension, value: entry[dimension] ?? anyValue }));
  return [
    ...of(anyValue, anyValue),
    ...values.filter(({ value }) => value !== anyValue).flatMap(({ dimension, value }) => of(dimension, value)),
  ];
};

/** Statement that removes the counts of logs that a rebuild has replaced or left unfinished. */
export const removeStaleTallies = `
  delete from ${tallyTable} where log not in (select oid from pg_class)`;
