import { formatCheckpoint, formatNote, signNote, TreeBuilder } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAuditId } from '#libs/audit/audit-id.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { HeadParts } from '#libs/ports/signed-heads/head-parts.js';
import type { SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { MemoryPartStorage } from '#test/fakes/memory-part-storage.js';
import { auditLog } from './audit-log.projection.js';
import { blockSize, tallyFinishedBlocks, tallyTable } from './audit-log-tally.js';
import { type VerificationSources, verifyAuditLog } from './audit-log-verification.js';

/** More than a tile of 256, and some behind it that are not signed. */
const entries = 303;
const signedSize = 300;

describe('the verification of a log where it stands', () => {
  let fixture: ReadModelFixture;
  let signatures: PostgresLogSignatures;
  let heads: SignedHeads;
  let events: RecordedEvent[];
  let made = 0;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateLogSignatures(fixture.pool);
    signatures = new PostgresLogSignatures(fixture.pool);
    heads = new HeadParts(new MemoryPartStorage());
  });
  afterAll(() => fixture.close());

  const sources = (of = events): VerificationSources => ({
    readModels: fixture.dataSource,
    eventStore: {
      readAll: async ({ after, limit }) => {
        const page = of.filter(({ position }) => position > after).slice(0, limit);
        const last = page.at(-1)?.position ?? after;
        return { events: page, position: last, atEnd: last === (of.at(-1)?.position ?? last) };
      },
    },
    passed: of.at(-1)?.position ?? START,
    signatures,
    heads,
  });

  /** The head of the first entries, as its note, in the database and outside of it. */
  const sign = async (organizationId: string, size = signedSize): Promise<void> => {
    const rows = await fixture.dataSource.query<{ leaf_hash: Uint8Array }[]>(
      'select leaf_hash from read_model.audit_log where organization_id = $1 and number < $2 order by number',
      [organizationId, size],
    );
    const tree = new TreeBuilder();
    for (const { leaf_hash } of rows) {
      await signatures.keep(
        organizationId,
        tree.append(leaf_hash).filter(({ subtree }) => subtree.level === 8),
      );
    }
    const [origin, root] = [`mt.example.com/${organizationId}`, tree.root()];
    const text = formatCheckpoint({ origin, size, root, extensions: [] });
    const checkpoint = formatNote({ text, signatures: [await signNote(text, origin, new Uint8Array(32))] });
    const signedAt = new Date().toISOString();
    const head = { organizationId, origin, size, root, checkpoint };
    await heads.keep([head]);
    const before = await signatures.find(organizationId);
    await signatures.replace(before, { ...head, signedAt, stoppedBecause: undefined, isKeptOutside: true });
  };

  /** Writes an entry anew with its event, so that both say the same. @returns the events as they are then */
  const rewrite = async (organizationId: string, number: number): Promise<RecordedEvent[]> => {
    const own = events.filter(({ metadata }) => metadata.organizationId === organizationId);
    const rewritten = events.map((event) =>
      event === own[number] ? { ...event, data: { ...event.data, characterCount: 9_999 } } : event,
    );
    await tamper(`delete from read_model.audit_log where organization_id = '${organizationId}'`);
    await fixture.given(
      [auditLog],
      rewritten.filter(({ metadata }) => metadata.organizationId === organizationId),
    );
    return rewritten;
  };

  const forget = (organizationId: string) =>
    fixture.pool.query('delete from log_signatures.signed_log where organization_id = $1', [organizationId]);

  /** An organization with a signed log, and another beside it. */
  const organization = async (): Promise<string> => {
    made += 1;
    const organizationId = `org_${made}`;
    const log = new EventLog();
    events = Array.from({ length: entries * 2 }, (_, at) => {
      const id = at % 2 === 0 ? organizationId : `${organizationId}_other`;
      const fact = { organizationId: id, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: at };
      return log.event('LanguageDetected', fact, { organizationId: id });
    });
    await fixture.given([auditLog], events);
    await sign(organizationId);
    return organizationId;
  };

  const idAt = async (organizationId: string, number: number): Promise<string | undefined> => {
    const [row] = await fixture.dataSource.query<{ id: string }[]>(
      'select id from read_model.audit_log where organization_id = $1 and number = $2',
      [organizationId, number],
    );
    return row?.id;
  };

  /** Changes rows as a superuser can, who turns the triggers off. */
  const tamper = async (...statements: string[]): Promise<void> => {
    await fixture.pool.query('alter table read_model.audit_log disable trigger user');
    for (const statement of statements) await fixture.pool.query(statement);
    for (const name of ['refuse_change', 'refuse_truncate'])
      await fixture.pool.query(`alter table read_model.audit_log enable always trigger ${name}`);
  };

  it('a log that nobody touched is what its events say and what was signed', async () => {
    const organizationId = await organization();
    let seen = 0;
    const verdict = await verifyAuditLog(sources(), organizationId, (count) => {
      seen = count;
    });
    expect(verdict).toMatchObject({ verified: { entries, signed: { size: signedSize } } });
    expect(seen).toBe(entries);
    expect(await verifyAuditLog(sources(), `${organizationId}_other`)).toMatchObject({
      verified: { entries, signed: undefined },
    });
  });

  it('an entry that says an earlier time than the one before it is a remark and no fault', async () => {
    const log = new EventLog();
    const times = ['16:05:00.000', '15:59:10.000', '16:05:01.000', '16:04:31.001'];
    events = times.map((time) => {
      const fact = { organizationId: 'org_late', keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 1 };
      return log.event('LanguageDetected', fact, { organizationId: 'org_late', occurredAt: `2026-11-21T${time}Z` });
    });
    await fixture.given([auditLog], events);
    const ids = [await idAt('org_late', 1)];
    expect(await verifyAuditLog(sources(), 'org_late')).toMatchObject({
      verified: { entries: times.length, older: { count: 1, ids } },
    });
  });

  it('entries that come while it is read are no fault, before their rows are there and after', async () => {
    const organizationId = await organization();
    const log = new EventLog();
    const act = () => {
      const fact = { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 1 };
      return log.event('LanguageDetected', fact, { organizationId });
    };
    for (const _ of events) act();
    const later = act();
    const ahead = { ...sources([...events, later]), passed: sources().passed };
    expect(await verifyAuditLog(ahead, organizationId)).toMatchObject({ verified: { entries } });
    const { eventStore } = sources();
    let isProjected = false;
    const readAll: typeof eventStore.readAll = async (page) => {
      const read = await sources(isProjected ? [...events, later] : events).eventStore.readAll(page);
      if (read.atEnd && !isProjected) {
        isProjected = true;
        await fixture.given([auditLog], [later]);
      }
      return read;
    };
    const growing = { ...sources(), eventStore: { readAll } };
    expect(await verifyAuditLog(growing, organizationId)).toMatchObject({ verified: { entries: entries + 1 } });
  });

  it.each([
    [
      'changed',
      (where: string) => [`update read_model.audit_log set result = 'failure' where ${where}`],
      'not what its event says',
    ],
    [
      'changed beside its commitments',
      (where: string) => [`update read_model.audit_log set metadata = metadata || '{"language":"sv"}' where ${where}`],
      'not what its event says',
    ],
    [
      'given another hash',
      (where: string) => [`update read_model.audit_log set leaf_hash = sha256('x') where ${where}`],
      'not that of its leaf',
    ],
    [
      'given to another person',
      (where: string) => [`update read_model.audit_log set subject = 'sub_eve' where ${where}`],
      'under another person',
    ],
    [
      'moved out of the lists by time',
      (where: string) => [`update read_model.audit_log set latest_at = latest_at + interval '1 day' where ${where}`],
      'under another time',
    ],
    [
      'given to an earlier time',
      (where: string) => [`update read_model.audit_log set latest_at = '-infinity' where ${where}`],
      'under another time',
    ],
    [
      'said to be late',
      (where: string) => [`update read_model.audit_log set lateness_ms = lateness_ms + 1 where ${where}`],
      'under another time',
    ],
    [
      'given a time beyond all',
      (where: string) => [`update read_model.audit_log set occurred_at = 'infinity' where ${where}`],
      'not what its event says',
    ],
    ['deleted', (where: string) => [`delete from read_model.audit_log where ${where}`], 'is missing'],
  ])('an entry that was %s is named', async (_what, statements, reason) => {
    const organizationId = await organization();
    const entryId = await idAt(organizationId, 270);
    await tamper(...statements(`organization_id = '${organizationId}' and number = 270`));
    expect(await verifyAuditLog(sources(), organizationId)).toEqual({
      fault: { entryId, reason: expect.stringContaining(reason) },
    });
  });

  it('every column of an entry is compared, whatever it is for', async () => {
    const organizationId = await organization();
    const { rows: columns } = await fixture.pool.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'read_model' and table_name = 'audit_log' order by ordinal_position`,
    );
    const changed: Record<string, (name: string) => string> = {
      text: (name) => `coalesce(${name}, '') || 'x'`,
      bigint: (name) => `${name} + 1000000`,
      uuid: () => 'gen_random_uuid()',
      bytea: () => `sha256('x')`,
      jsonb: (name) => `${name} || '{"x":"y"}'`,
      'timestamp with time zone': (name) => `${name} - interval '1 day'`,
    };
    const where = `organization_id like '${organizationId}%' and event_id = '${events[540]?.id}'`;
    const found: string[] = [];
    for (const { name, type } of columns) {
      await tamper(
        `create table kept_entry as select * from read_model.audit_log where ${where}`,
        `update read_model.audit_log set ${name} = ${changed[type]?.(name)} where ${where}`,
      );
      if ('fault' in (await verifyAuditLog(sources(), organizationId))) found.push(name);
      await tamper(
        `delete from read_model.audit_log where organization_id like '${organizationId}%' and (number = 270 or number > 999)
            and organization_id <> '${organizationId}_other'`,
        'insert into read_model.audit_log select * from kept_entry',
        'drop table kept_entry',
      );
    }
    expect(found).toEqual(columns.map(({ name }) => name));
    expect(found).toContain('latest_at');
    expect(await verifyAuditLog(sources(), organizationId)).toHaveProperty('verified');
  });

  it('totals that are not those of the entries are named: changed, added, taken away, and of blocks that there are not', async () => {
    made += 1;
    const organizationId = `org_${made}`;
    const log = new EventLog();
    events = Array.from({ length: blockSize + 1 }, (_, at) => {
      const fact = { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: at };
      return log.event('LanguageDetected', fact, { organizationId, subject: `sub_${at % 2}` });
    });
    await fixture.given([auditLog], events);
    const own = `organization_id = '${organizationId}'`;
    await fixture.pool.query(`delete from ${tallyTable} where ${own}`);
    await fixture.pool.query(tallyFinishedBlocks('read_model.audit_log'), [JSON.stringify([organizationId])]);
    expect(await verifyAuditLog(sources(), organizationId)).toMatchObject({ verified: { entries: blockSize + 1 } });
    const wrong = {
      fault: { entryId: undefined, reason: 'the totals that are kept of the entries 0 to 8191 are not theirs' },
    };
    for (const [statement, expected] of [
      [`update ${tallyTable} set entries = entries - 1 where ${own} and dimension = ''`, wrong],
      [`update ${tallyTable} set value = 'sub_2' where ${own} and value = 'sub_1'`, wrong],
      [`delete from ${tallyTable} where ${own} and dimension = 'result'`, wrong],
      [`delete from ${tallyTable} where ${own}`, wrong],
      [
        `insert into ${tallyTable} select log, organization_id, dimension, 'sub_9', resource, action, block, 1 from ${tallyTable} where ${own} and value = 'sub_0'`,
        wrong,
      ],
      [
        `insert into ${tallyTable} select log, organization_id, dimension, value, resource, action, 1, 9 from ${tallyTable} where ${own}`,
        { fault: { entryId: undefined, reason: 'more entries are counted than there are' } },
      ],
    ] as const) {
      await fixture.pool.query(`create table kept_tally as select * from ${tallyTable} where ${own}`);
      await fixture.pool.query(statement);
      expect([statement, await verifyAuditLog(sources(), organizationId)]).toEqual([statement, expected]);
      await fixture.pool.query(`delete from ${tallyTable} where ${own}`);
      await fixture.pool.query(`insert into ${tallyTable} select * from kept_tally`);
      await fixture.pool.query('drop table kept_tally');
    }
    expect(await verifyAuditLog(sources(), organizationId)).toHaveProperty('verified');
  });

  it('entries that changed places, and one that no event made, are named', async () => {
    const organizationId = await organization();
    const [entryId, nextId] = [await idAt(organizationId, 100), await idAt(organizationId, 101)];
    const at = (number: number) => `organization_id = '${organizationId}' and number = ${number}`;
    const swap = [
      `update read_model.audit_log set number = 9999 where ${at(100)}`,
      `update read_model.audit_log set number = 100 where ${at(101)}`,
      `update read_model.audit_log set number = 101 where ${at(9999)}`,
    ];
    await tamper(...swap);
    const swapped = { fault: { entryId, reason: `another entry stands in its place: ${nextId}` } };
    expect(await verifyAuditLog(sources(), organizationId)).toEqual(swapped);
    const other = await organization();
    const forged = 'aud_forged';
    await tamper(
      `create temporary table forged as select * from read_model.audit_log where organization_id = '${other}' and number = ${entries - 1}`,
      `update forged set number = ${entries}, id = '${forged}', event_id = gen_random_uuid()`,
      'insert into read_model.audit_log select * from forged',
      'drop table forged',
    );
    expect(await verifyAuditLog(sources(), other)).toEqual({
      fault: { entryId: forged, reason: 'no event has made the entry' },
    });
  });

  it('an entry whose event is gone, and one whose event was moved behind another, are named', async () => {
    const organizationId = await organization();
    const own = events.filter(({ metadata }) => metadata.organizationId === organizationId);
    const [event, next] = [own[100], own[101]];
    if (event === undefined || next === undefined) throw new Error('There are that many');
    const entryId = await idAt(organizationId, 100);
    expect(await verifyAuditLog(sources(events.filter((other) => other !== event)), organizationId)).toEqual({
      fault: { entryId, reason: 'no event has made the entry' },
    });
    const moved = events.map((other) => (other === event ? next : other === next ? event : other));
    const swapped = moved.map((other, at) => ({ ...other, position: events[at]?.position ?? other.position }));
    expect(await verifyAuditLog(sources(swapped), organizationId)).toEqual({
      fault: { entryId: formatAuditId(100, next.id), reason: `another entry stands in its place: ${entryId}` },
    });
  });

  it.each([
    [10, 'behind it is not what was signed'],
    [280, 'an entry behind it is not what was signed'],
  ])('events that were rewritten with their entry (%i) are found by what was signed', async (number, reason) => {
    const organizationId = await organization();
    const rewritten = await rewrite(organizationId, number);
    const entryId = await idAt(organizationId, number < 256 ? 0 : 256);
    expect(await verifyAuditLog(sources(rewritten), organizationId)).toEqual({
      fault: { entryId, reason: expect.stringContaining(reason) },
    });
  });

  it('events that are gone with their entries, and another head beside a signature, are found', async () => {
    const organizationId = await organization();
    const fewer = events.slice(0, 200);
    await tamper(`delete from read_model.audit_log where organization_id = '${organizationId}' and number >= 100`);
    expect(await verifyAuditLog(sources(fewer), organizationId)).toEqual({
      fault: { entryId: undefined, reason: `100 entries are left of ${signedSize} that were signed` },
    });
    await fixture.pool.query('update log_signatures.signed_log set size = 100 where organization_id = $1', [
      organizationId,
    ]);
    expect(await verifyAuditLog(sources(fewer), organizationId)).toMatchObject({
      fault: { reason: expect.stringContaining('stands beside its signature') },
    });
  });

  describe('what was signed, outside the database', () => {
    it('a database that does not know what was signed is told of, though its entries are as they were', async () => {
      const organizationId = await organization();
      await forget(organizationId);
      const reason = `the database does not know that ${signedSize} entries were signed, as is known outside it`;
      expect(await verifyAuditLog(sources(), organizationId)).toEqual({ fault: { entryId: undefined, reason } });
    });

    it('entries that were rewritten where the database has forgotten what was signed are found by the head', async () => {
      const organizationId = await organization();
      const rewritten = await rewrite(organizationId, 270);
      await forget(organizationId);
      expect(await verifyAuditLog(sources(rewritten), organizationId)).toMatchObject({
        fault: {
          entryId: await idAt(organizationId, 256),
          reason:
            'this or an entry behind it is not what was signed; or one before it is not, and the root that was kept over it is not either',
        },
      });
      await fixture.pool.query('delete from log_signatures.node where organization_id = $1', [organizationId]);
      expect(await verifyAuditLog(sources(rewritten), organizationId)).toMatchObject({
        fault: { entryId: await idAt(organizationId, 0), reason: 'this or an entry behind it is not what was signed' },
      });
    });

    it('an older head that was put back, with other entries behind it, is found', async () => {
      const organizationId = await organization();
      await forget(organizationId);
      await sign(organizationId, 280);
      const rewritten = await rewrite(organizationId, 290);
      expect(await verifyAuditLog(sources(rewritten), organizationId)).toEqual({
        fault: {
          entryId: await idAt(organizationId, 280),
          reason: 'this or an entry behind it is not what was signed',
        },
      });
      await tamper(`delete from read_model.audit_log where organization_id = '${organizationId}' and number >= 290`);
      const fewer = events.filter(({ metadata }) => metadata.organizationId === organizationId).slice(0, 290);
      expect(await verifyAuditLog(sources(fewer), organizationId)).toMatchObject({
        fault: { reason: `290 entries are left of ${signedSize} that were signed` },
      });
    });

    it('a head that the database has and nobody outside it is told of', async () => {
      const organizationId = await organization();
      heads = new HeadParts(new MemoryPartStorage());
      expect(await verifyAuditLog(sources(), organizationId)).toMatchObject({
        fault: { reason: 'what was signed last is not to be found outside the database' },
      });
    });

    it('a later log than the database knows, and one that no entry has begun, are told of', async () => {
      const organizationId = await organization();
      const kept = (await heads.find([organizationId])).get(organizationId);
      if (kept === undefined) throw new Error('It is kept');
      const later = { generation: 2, origin: `${kept.origin}/2`, validFrom: new Date().toISOString() };
      await signatures.beginLog(organizationId, later);
      expect(await verifyAuditLog(sources(), organizationId)).toMatchObject({
        fault: { reason: `no entry says that the log ${later.origin} was begun` },
      });
      const other = await organization();
      const ofOther = (await heads.find([other])).get(other);
      if (ofOther === undefined) throw new Error('It is kept');
      await heads.keep([{ ...ofOther, origin: `${ofOther.origin}/2` }]);
      expect(await verifyAuditLog(sources(), other)).toMatchObject({
        fault: { reason: 'another log was signed, which the database does not know' },
      });
    });
  });

  it('a root that is kept no more over entries that were signed is told of, and a note that is none', async () => {
    const organizationId = await organization();
    await fixture.pool.query('delete from log_signatures.node where organization_id = $1', [organizationId]);
    expect(await verifyAuditLog(sources(), organizationId)).toMatchObject({
      fault: { entryId: await idAt(organizationId, 0), reason: expect.stringContaining('is kept no more') },
    });
    await fixture.pool.query(`update log_signatures.signed_log set checkpoint = 'text' where organization_id = $1`, [
      organizationId,
    ]);
    expect(await verifyAuditLog(sources(), organizationId)).toMatchObject({
      fault: { reason: expect.stringContaining('stands beside its signature') },
    });
  });
});
