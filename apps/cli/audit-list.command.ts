import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { auditActions, auditResults } from '#libs/domain/audit/audit-vocabulary.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import type { AuditLogRecord } from '#projections/audit-log/audit-log-record.js';
import { type KnownPeople, knownPeople } from '#projections/users/known-people.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { asList, assertPeriod, type ListOptions, severalOf, timeForm, timestamp } from './arguments.js';
import { chooseOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { type Service, withService } from './service.js';

interface AuditListOptions extends ListOptions, Pick<AuditLogFilter, 'actions' | 'result' | 'start' | 'end'> {
  action?: AuditLogFilter['actions'];
  key?: string;
  resource?: string;
  follow?: boolean;
}

/** Milliseconds between two looks for new entries. */
const lookEveryMs = 1_000;
/** Entries that are read in a look: more than come between two, most of the time. */
const pageSize = 50;

const filterOf = ({ action, result, key, resource, start, end }: AuditListOptions): AuditLogFilter => ({
  actions: action,
  result,
  keyId: key,
  resourceId: resource,
  start,
  end,
});

/** The newest entries, those of them that are newer than `last`; oldest first, as a log is read. */
const entriesAfter = async (
  list: (page: { limit: number; offset: number; cursor?: string }) => ReturnType<AuditLogQueries['list']>,
  last: string,
): Promise<AuditLogRecord[]> => {
  const found: AuditLogRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await list({ limit: pageSize, offset: 0, ...(cursor !== null && { cursor }) });
    const newer = page.entries.filter(({ id }) => id > last);
    found.push(...newer);
    cursor = page.pagination.next_cursor;
    if (newer.length < page.entries.length || cursor === null) return found.reverse();
  }
};

const headings = ['TIME', 'ACTION', 'RESULT', 'RESOURCE', 'KEY', 'USER', 'NAME', 'REQUEST'];

/** The name of whoever acted, as of now; nothing where nobody is known. */
const nameOf = ({ user_id }: AuditLogRecord, people: KnownPeople): string | undefined =>
  people[user_id]?.name || people[user_id]?.email;

const cellsOf = (entry: AuditLogRecord, people: KnownPeople) => [
  ...[entry.timestamp, entry.action, entry.result, entry.resource_id, entry.key_name ?? entry.key_id, entry.user_id],
  ...[nameOf(entry, people), entry.request_id],
];

const lineOf = (entry: AuditLogRecord, people: KnownPeople): string =>
  cellsOf(entry, people)
    .map((cell) => cell ?? '–')
    .join('  ');

/** Resolves when a signal ends the process in good order. */
const untilSignal = (): AbortSignal => {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort());
  return ended.signal;
};

/** @throws Rejection for a key that the organization never had, whose entries would be none */
const assertKey = async ({ pool }: Service, organizationId: string, key: string | undefined): Promise<void> => {
  if (key === undefined) return;
  const { rowCount } = await pool.query('select from read_model.api_key where id = $1 and organization_id = $2', [
    key,
    organizationId,
  ]);
  if (rowCount === 1) return;
  throw new Rejection('not_found', { message: `${organizationId} has no key ${key}. See: keys list.` });
};

/** @throws Rejection where nothing was ever done with what the filter names: a misspelt id would read as if that were so */
const assertResource = async (
  queries: AuditLogQueries,
  organizationId: string,
  resourceId: string | undefined,
): Promise<void> => {
  if (resourceId === undefined) return;
  const { entries } = await queries.list(organizationId, { resourceId }, { limit: 1, offset: 0 });
  if (entries.length > 0) return;
  throw new Rejection('not_found', { message: `No entry of ${organizationId} is about ${resourceId}.` });
};

const run = (options: AuditListOptions, command: Command): Promise<void> =>
  withService(async (service) => {
    assertPeriod(options);
    const organizationId = await chooseOrganization(service, options.organization);
    await assertKey(service, organizationId, options.key);
    await service.caughtUp('audit-log', 'users', 'named-owners');
    const queries = new AuditLogQueries(service.readModels, service.subjectKeys);
    const filter = filterOf(options);
    const list = (page: Parameters<typeof queries.list>[2]) => queries.list(organizationId, filter, page);
    const users = new UserQueries(service.readModels, service.subjectKeys);
    const peopleIn = (entries: readonly AuditLogRecord[]) =>
      knownPeople(
        service.subjectKeys,
        users,
        organizationId,
        entries.map(({ user_id }) => user_id),
      );
    const { entries } = await list({ limit: options.limit, offset: 0 });
    const people = await peopleIn(entries);
    if (options.follow !== true) {
      if (entries.length === 0) await assertResource(queries, organizationId, options.resource);
      const rows = entries.map((entry) => cellsOf(entry, people));
      print(command, { entries, people }, () => table(headings, rows));
      return;
    }
    const ended = untilSignal();
    const write = (entry: AuditLogRecord, known: KnownPeople) => print(command, entry, () => [lineOf(entry, known)]);
    let last = entries[0]?.id ?? '';
    for (const entry of entries.reverse()) write(entry, people);
    while (!ended.aborted) {
      await sleep(lookEveryMs, undefined, { signal: ended }).catch(() => undefined);
      if (ended.aborted) break;
      const newer = await entriesAfter(list, last);
      const known = await peopleIn(newer);
      for (const entry of newer) {
        write(entry, known);
        last = entry.id;
      }
    }
  });

export const addAuditList = (command: Command): void => {
  asList(command)
    .addOption(
      new Option(
        '--action <actions...>',
        `of these actions, one after the other or separated by commas: ${auditActions.join(', ')}`,
      ).argParser(severalOf(auditActions)),
    )
    .addOption(new Option('--result <result>', 'with this result').choices(auditResults))
    .option('--key <id>', 'made with this key')
    .option('--resource <id>', 'about what has this id')
    .option('--start <time>', `at this time or later (${timeForm})`, timestamp)
    .option('--end <time>', `before this time (${timeForm})`, timestamp)
    .option('--follow', 'go on with each new entry, oldest first, until Ctrl-C; with --json one value a line')
    .action(run);
};
