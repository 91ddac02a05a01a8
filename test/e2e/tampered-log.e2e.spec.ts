import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { runStatements } from './service-database.js';
import { withLoad } from './shared-service.js';
import { verifiedLog } from './verified-log.js';

/** Entry that is tampered with, of those that `beforeEach` makes. */
const number = 2;
const logs = '/v1/compliance/audit-logs';

describe('an audit log that somebody with rights over the database has written to', () => {
  let whole: RunningService;
  /** The service, seen by an organization whose log is whole. */
  let service: RunningService;
  let organization: string;
  /** Ids in the order of the log. */
  let ids: string[];

  beforeAll(async () => {
    whole = await RunningService.start({ settings: withLoad });
  });
  afterAll(() => whole.dispose());
  beforeEach(async () => {
    const create = ['organization', 'create', '--name', 'Tampered with', '--tier', 'max'];
    service = whole.as((await commandLine<{ api_key: string }>(whole, ...create)).api_key);
    for (const text of ['One.', 'Two.', 'Three.', 'Four.'])
      expect((await service.postJson('/v1/translate', { text, source: 'en', target: 'es' })).status).toBe(200);
    const { entries } = await data<{ entries: { id: string }[] }>('?limit=100');
    ids = entries.map(({ id }) => id).toReversed();
    const checkpoint = await eventually(
      // There is none before the first signature.
      () => data<{ origin: string; size: number } | undefined>('/checkpoint'),
      (signed) => signed?.size === ids.length,
    );
    const origin = checkpoint?.origin ?? '';
    organization = origin.slice(origin.indexOf('/') + 1);
    await tamper(
      'create schema if not exists tampered',
      `create table tampered.kept as select * from read_model.audit_log where organization_id = '${organization}'`,
    );
  });
  afterEach(() =>
    tamper(
      `delete from read_model.audit_log where organization_id = '${organization}'`,
      'insert into read_model.audit_log select * from tampered.kept',
      'drop schema tampered cascade',
    ),
  );

  const data = async <Data>(path: string): Promise<Data> =>
    ((await (await service.fetch(`${logs}${path}`)).json()) as { data: Data }).data;

  const verify = () => verifiedLog(service, organization);

  /** Runs statements as a superuser can, who turns the triggers off. */
  const tamper = (...statements: string[]): Promise<void> =>
    runStatements(
      service,
      ['alter table read_model.audit_log disable trigger user'],
      ...statements.map((statement): [string] => [statement]),
      ...['refuse_change', 'refuse_truncate'].map((name): [string] => [
        `alter table read_model.audit_log enable always trigger ${name}`,
      ]),
    );

  const at = (entry: number): string => `organization_id = '${organization}' and number = ${entry}`;
  const update = (what: string, entry = number): string => `update read_model.audit_log set ${what} where ${at(entry)}`;

  it.each<[string, () => string[], () => string | undefined, RegExp]>([
    ['changed', () => [update("result = 'failure'")], () => ids[number], /not what its event says/],
    ['deleted', () => [`delete from read_model.audit_log where ${at(number)}`], () => ids[number], /is missing/],
    [
      'inserted behind the others',
      () => [
        `insert into read_model.audit_log
           select (jsonb_populate_record(entry, jsonb_build_object('number', ${ids.length}, 'id', 'aud_forged', 'event_id', gen_random_uuid()))).*
             from read_model.audit_log entry where ${at(number)}`,
      ],
      () => 'aud_forged',
      /no event has made/,
    ],
    [
      'put into the place of another',
      () => [update('number = 9999'), update(`number = ${number}`, number + 1), update(`number = ${number + 1}`, 9999)],
      () => ids[number],
      /another entry stands in its place/,
    ],
    [
      'given the person and address of another, beside its commitments',
      () => [update(`sealed_client = (select sealed_client from read_model.audit_log where ${at(0)})`)],
      () => ids[number],
      /not what its event says/,
    ],
    [
      'hidden from every view of a day',
      () => [update("latest_at = latest_at + interval '1 year'")],
      () => ids[number],
      /found under another time/,
    ],
  ])('an entry that was %s is the first bad one, and the exit code 1', async (_what, statements, entryId, reason) => {
    expect(await verify()).toMatchObject({ code: 0, verdict: { verified: true, entries: ids.length } });
    await tamper(...statements());
    expect(await verify()).toEqual({
      code: 1,
      verdict: {
        verified: false,
        organization_id: organization,
        entry_id: entryId(),
        reason: expect.stringMatching(reason),
      },
    });
  });
});
