import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { appendOnly, auditWriter } from './append-only.js';
import { auditLog } from './audit-log.projection.js';

const changes = [
  [`update read_model.audit_log set result = 'failure'`],
  ['update read_model.audit_log set number = number + 1000'],
  ['delete from read_model.audit_log'],
  ['truncate read_model.audit_log'],
  ['truncate read_model.audit_log cascade'],
  [
    `insert into read_model.audit_log select * from read_model.audit_log
      on conflict (organization_id, number) do update set result = 'failure'`,
  ],
  [
    `merge into read_model.audit_log as target using read_model.audit_log as source
      on target.number = source.number when matched then delete`,
  ],
];

describe('the table of the audit log', () => {
  let fixture: ReadModelFixture;
  let owner: Client;
  const log = new EventLog();
  const detected = () =>
    log.event('LanguageDetected', {
      organizationId: 'org_a',
      keyId: 'key_1',
      language: 'fi',
      confidence: 1,
      characterCount: 7,
    });
  const rows = async () => (await fixture.pool.query('select * from read_model.audit_log order by number')).rows;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    owner = new Client({ connectionString: fixture.url });
    await owner.connect();
    await fixture.given([auditLog], [detected(), detected(), detected()]);
  });
  afterAll(async () => {
    await owner.end();
    await fixture.close();
  });

  it.each(changes)('the audit log refuses its owner the statement: %s', async (sql) => {
    const before = await rows();
    await expect(owner.query(sql)).rejects.toThrow('the audit log is append-only');
    expect(await rows()).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it.each(changes)(
    'the audit log refuses, also where triggers are switched off for replication, the statement: %s',
    async (sql) => {
      await owner.query('set session_replication_role = replica');
      try {
        await expect(owner.query(sql)).rejects.toThrow('the audit log is append-only');
      } finally {
        await owner.query('reset session_replication_role');
      }
      expect(await rows()).toHaveLength(3);
    },
  );

  it.each(changes)('the writing role has no right to the statement: %s', async (sql) => {
    await owner.query(`set role ${auditWriter}`);
    try {
      await expect(owner.query(sql)).rejects.toThrow(/permission denied/);
    } finally {
      await owner.query('reset role');
    }
  });

  it('the audit log is written under the role that can only insert', async () => {
    await owner.query(`revoke insert on read_model.audit_log from ${auditWriter}`);
    try {
      await expect(fixture.given([auditLog], [detected()])).rejects.toThrow(/permission denied/);
    } finally {
      await owner.query(`grant insert on read_model.audit_log to ${auditWriter}`);
    }
  });

  it('the audit log can be guarded as well when its table is made anew for a rebuild', async () => {
    await owner.query('create table read_model.audit_log_copy (like read_model.audit_log including all)');
    await owner.query('insert into read_model.audit_log_copy select * from read_model.audit_log');
    for (const statement of appendOnly('read_model.audit_log_copy')) await owner.query(statement);
    await expect(owner.query('delete from read_model.audit_log_copy')).rejects.toThrow('append-only');
    await expect(owner.query('truncate read_model.audit_log_copy')).rejects.toThrow('append-only');
    await owner.query('drop table read_model.audit_log_copy');
  });
});
