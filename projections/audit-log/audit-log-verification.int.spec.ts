import { formatCheckpoint, formatNote, signNote, TreeBuilder } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { auditLog } from './audit-log.projection.js';
import { type VerificationSources, verifyAuditLog } from './audit-log-verification.js';

/** More than a tile of 256, and some behind it that are not signed. */
const entries = 303;
const signedSize = 300;

describe('the verification of a log where it stands', () => {
  let fixture: ReadModelFixture;
  let signatures: PostgresLogSignatures;
  let events: RecordedEvent[];
  let made = 0;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateLogSignatures(fixture.pool);
    signatures = new PostgresLogSignatures(fixture.pool);
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
    signatures,
  });

  const sign = async (organizationId: string): Promise<void> => {
    const rows = await fixture.dataSource.query<{ leaf_hash: Uint8Array }[]>(
      'select leaf_hash from read_model.audit_log where organization_id = $1 and number < $2 order by number',
      [organizationId, signedSize],
    );
    const tree = new TreeBuilder();
    for (const { leaf_hash } of rows) {
      await signatures.keep(
        organizationId,
        tree.append(leaf_hash).filter(({ subtree }) => subtree.level === 8),
      );
    }
    const [origin, root] = [`mt.example.com/${organizationId}`, tree.root()];
    const text = formatCheckpoint({ origin, size: signedSize, root, extensions: [] });
    const checkpoint = formatNote({ text, signatures: [await signNote(text, origin, new Uint8Array(32))] });
    const signedAt = new Date().toISOString();
    await signatures.replace(undefined, {
      organizationId,
      origin,
      size: signedSize,
      root,
      checkpoint,
      signedAt,
      stoppedBecause: undefined,
      isKeptOutside: true,
    });
  };

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
    ['deleted', (where: string) => [`delete from read_model.audit_log where ${where}`], 'is missing'],
  ])('an entry that was %s is named', async (_what, statements, reason) => {
    const organizationId = await organization();
    const entryId = await idAt(organizationId, 270);
    await tamper(...statements(`organization_id = '${organizationId}' and number = 270`));
    expect(await verifyAuditLog(sources(), organizationId)).toEqual({
      fault: { entryId, reason: expect.stringContaining(reason) },
    });
  });

  it('entries that changed places, and one that no event made, are named', async () => {
    const organizationId = await organization();
    const entryId = await idAt(organizationId, 100);
    const at = (number: number) => `organization_id = '${organizationId}' and number = ${number}`;
    const swap = [
      `update read_model.audit_log set number = 9999 where ${at(100)}`,
      `update read_model.audit_log set number = 100 where ${at(101)}`,
      `update read_model.audit_log set number = 101 where ${at(9999)}`,
    ];
    await tamper(...swap);
    const swapped = { fault: { entryId, reason: 'another entry stands in its place' } };
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

  it.each([
    [10, 'behind it is not what was signed'],
    [280, 'an entry behind it is not what was signed'],
  ])('events that were rewritten with their entry (%i) are found by what was signed', async (number, reason) => {
    const organizationId = await organization();
    const own = events.filter(({ metadata }) => metadata.organizationId === organizationId);
    const rewritten = events.map((event) =>
      event === own[number] ? { ...event, data: { ...event.data, characterCount: 9_999 } } : event,
    );
    await tamper(`delete from read_model.audit_log where organization_id = '${organizationId}'`);
    await fixture.given(
      [auditLog],
      rewritten.filter(({ metadata }) => metadata.organizationId === organizationId),
    );
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
});
