import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealClient } from '#libs/application/sealed-client.js';
import { leafHash } from '#libs/audit/audit-leaf.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { documentId, uploadWith } from '#test/fakes/document.fixture.js';
import type { AuditLogFilter } from './audit-log.filter.js';
import { auditLog } from './audit-log.projection.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { AuditLogExportQueries, type LeafRecord } from './audit-log-export.queries.js';

const count = 1_203;
const secondsIn = (seconds: number) => new Date(Date.parse('2026-11-21T10:00:00.000Z') + seconds * 1_000).toISOString();

describe('the entries of an export', () => {
  let fixture: ReadModelFixture;
  let subjectKeys: SubjectKeys;
  let queries: AuditLogExportQueries;
  let list: AuditLogQueries;

  const clientOf = async (organizationId: string, userId: string, address: string) => {
    const subject = await subjectKeys.subjectFor(organizationId, userId);
    return sealClient(subjectKeys, { organizationId, subject, userId, address, userAgent: 'curl' });
  };

  /** Entries of two users, every third a translation, every fifth refused, some behind others in time. */
  const eventsOf = async (log: EventLog, organizationId: string, length: number): Promise<RecordedEvent[]> => {
    const clients = await Promise.all(
      ['ada', 'bob'].map((userId, at) => clientOf(organizationId, userId, `192.0.2.${at}`)),
    );
    const by = { organizationId, keyId: 'key_1' };
    return Array.from({ length }, (_, number) => {
      const circumstances = {
        organizationId,
        ...clients[number % 2],
        occurredAt: secondsIn(number - (number % 7 === 6 ? 40 : 0)),
      };
      if (number % 5 === 4) {
        const refused = {
          action: 'document_upload',
          resource: 'document',
          resourceId: 'req_1',
          code: 'x',
          status: 403,
        } as const;
        return log.event('RequestRefused', { ...by, ...refused }, circumstances);
      }
      if (number % 3 === 2) return log.event('ApiKeyRevoked', { ...by, revokedAt: secondsIn(number) }, circumstances);
      return log.event('LanguageDetected', { ...by, language: 'fi', confidence: 1, characterCount: 9 }, circumstances);
    });
  };

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateSubjectKeys(fixture.pool);
    subjectKeys = await openPostgresSubjectKeys({ pool: fixture.pool, masterKey: randomBytes(32) });
    queries = new AuditLogExportQueries(fixture.dataSource, subjectKeys);
    list = new AuditLogQueries(fixture.dataSource, subjectKeys);
    const log = new EventLog();
    await fixture.given([auditLog], [...(await eventsOf(log, 'org_a', count)), ...(await eventsOf(log, 'org_b', 5))]);
  });
  afterAll(() => fixture.close());

  const read = async (filter: AuditLogFilter, { after = -1, size = count, organizationId = 'org_a' } = {}) => {
    const selection = await queries.select(organizationId, filter, { after, size });
    const found: LeafRecord[] = [];
    if (selection !== undefined) for await (const page of queries.pages(selection)) found.push(...page);
    return found;
  };
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
  const listed = async (filter: AuditLogFilter, organizationId = 'org_a') => {
    const first = await list.list(organizationId, filter, { limit: 1_000, offset: 0 });
    const rest = await list.list(organizationId, filter, { limit: 1_000, offset: 1_000 });
    return [...first.entries, ...rest.entries].reverse();
  };

  it('every entry comes once, the oldest first, as in the list and with the leaf of its hash', async () => {
    const found = await read({});
    expect(found.map(({ leaf_index }) => leaf_index)).toEqual(Array.from({ length: count }, (_, number) => number));
    const entries = found.map(({ leaf: _, leaf_index: __, organization_id: ___, ...entry }) => entry);
    expect(entries).toEqual(await listed({}));
    const { rows } = await fixture.pool.query<{ hash: string }>(
      `select encode(leaf_hash, 'hex') as hash from read_model.audit_log where organization_id = 'org_a' order by number`,
    );
    expect(found.map(({ leaf }) => leafHash(leaf))).toEqual(rows.map(({ hash }) => hash));
  });

  it.each<AuditLogFilter>([
    { actions: ['detect', 'document_upload'] },
    { resource: 'api_key' },
    { result: 'denied' },
    { userId: 'bob' },
    { ipAddress: '192.0.2.1' },
    { start: secondsIn(100), end: secondsIn(900) },
    { start: secondsIn(100), actions: ['detect', 'api_key_revoke'], userId: 'ada', result: 'success' },
    { requestId: 'req_7' },
    { userId: 'nobody' },
    { end: secondsIn(-100) },
  ])('the filter %j keeps the entries that it keeps in the list', async (filter) => {
    expect(idsOf(await read(filter))).toEqual(idsOf(await listed(filter)));
  });

  it('what is read behind an entry is the rest, and nothing is read that the tree does not have', async () => {
    const whole = idsOf(await read({ result: 'success' }));
    const [first] = await read({ result: 'success' }, { size: 700 });
    expect(first?.id).toBe(whole[0]);
    const begun = await read({ result: 'success' }, { size: 700 });
    const rest = await read({ result: 'success' }, { after: begun.at(-1)?.leaf_index ?? 0 });
    expect([...idsOf(begun), ...idsOf(rest)]).toEqual(whole);
    expect(begun.every(({ leaf_index }) => leaf_index < 700)).toBe(true);
    expect(await read({}, { size: 0 })).toEqual([]);
  });

  it('who goes away ends the search, also where nothing is found', async () => {
    const selection = await queries.select('org_a', { requestId: 'req_none' }, { after: -1, size: count });
    if (selection === undefined) throw new Error('Nothing was selected');
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(queries.pages(selection, gone).next()).rejects.toThrow('gone');
    expect(await queries.pages(selection).next()).toEqual({ done: true, value: undefined });
  });

  it('entries about a document are named by its upload, until who uploaded it is erased', async () => {
    const log = new EventLog('2026-11-22T10:00:00.000Z');
    const actsOf = async (organizationId: string, name: string) => {
      const client = await clientOf(organizationId, 'ada', '192.0.2.0');
      const sealedName = await subjectKeys.seal(client.subject, { filename: name });
      const at = { organizationId, ...client };
      const deleted = { documentId, organizationId, blobIds: [], deletedAt: secondsIn(0) };
      return [
        log.event('DocumentUploaded', uploadWith({ organizationId, sealedName }), at),
        log.event('DocumentDeleted', deleted, at),
        log.event('DocumentDeleted', { ...deleted, documentId: 'doc_unknown' }, at),
      ];
    };
    const texts = { keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 9 };
    const detected = log.event('LanguageDetected', { ...texts, organizationId: 'org_d' }, { organizationId: 'org_d' });
    await fixture.given(
      [auditLog],
      [...(await actsOf('org_d', 'letter.docx')), ...(await actsOf('org_e', 'foreign.docx')), detected],
    );
    const names = async (organizationId: string) => {
      const found = await queries.withDocumentNames(organizationId, await read({}, { organizationId, size: 3 }));
      return found.map(({ action, metadata, document_name }) => [action, metadata.filename, document_name]);
    };
    expect(await names('org_d')).toEqual([
      ['document_upload', 'letter.docx', undefined],
      ['document_delete', undefined, 'letter.docx'],
      ['document_delete', undefined, undefined],
    ]);
    expect(await names('org_e')).toContainEqual(['document_delete', undefined, 'foreign.docx']);
    await subjectKeys.destroy(await subjectKeys.subjectFor('org_d', 'ada'));
    expect(await names('org_d')).toContainEqual(['document_delete', undefined, undefined]);
  });

  it('another organization has its own entries alone', async () => {
    const found = await read({}, { organizationId: 'org_b', size: 5 });
    expect(found.map(({ organization_id }) => organization_id)).toEqual(Array(5).fill('org_b'));
    expect(await read({}, { organizationId: 'org_c', size: 5 })).toEqual([]);
    const id = found[3]?.id ?? '';
    expect(await queries.numberOf('org_b', id)).toBe(3);
    expect(await queries.numberOf('org_a', id)).toBeUndefined();
    expect(await queries.numberOf('org_a', 'aud_1')).toBeUndefined();
  });
});
