import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealClient } from '#libs/application/sealed-client.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { apiKeys } from '../api-keys/api-keys.projection.js';
import { users } from '../users/users.projection.js';
import { AuditFiguresQueries } from './audit-figures.queries.js';
import { auditLog } from './audit-log.projection.js';
import { AuditLogQueries } from './audit-log.queries.js';

const organizationId = 'org_a';
const november = { start: '2026-11-01', end: '2026-11-30' };

describe('the figures of a period of the audit log', () => {
  let fixture: ReadModelFixture;
  let subjectKeys: SubjectKeys;
  let queries: AuditFiguresQueries;

  /** Eight entries, of which those with the numbers 1 to 6 are in November. */
  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateSubjectKeys(fixture.pool);
    subjectKeys = await openPostgresSubjectKeys({ pool: fixture.pool, masterKey: randomBytes(32) });
    queries = new AuditFiguresQueries(fixture.dataSource, subjectKeys);
    const subject = await subjectKeys.subjectFor(organizationId, 'ada');
    const client = { organizationId, subject, userId: 'ada', address: '192.0.2.1', userAgent: 'curl' };
    const sealed = await sealClient(subjectKeys, client);
    const log = new EventLog();
    const at = (occurredAt: string, keyId: string | null = 'key_1') => ({
      organizationId,
      ...sealed,
      keyId,
      occurredAt,
    });
    const detected = (...circumstances: Parameters<typeof at>) => {
      const by = { organizationId, keyId: 'key_1' };
      return log.event(
        'LanguageDetected',
        { ...by, language: 'fi', confidence: 1, characterCount: 9 },
        at(...circumstances),
      );
    };
    const refused = (status: number, ...circumstances: Parameters<typeof at>) => {
      const act = { action: 'translate', resource: 'text', resourceId: 'req_1', code: 'x', status } as const;
      return log.event('RequestRefused', { organizationId, keyId: 'key_1', ...act }, at(...circumstances));
    };
    const revoked = (...circumstances: Parameters<typeof at>) =>
      log.event('ApiKeyRevoked', { organizationId, keyId: 'key_9', revokedAt: 'x' }, at(...circumstances));
    const named = {
      ...{ keyId: 'key_1', organizationId, name: 'build server', secretHash: '00', scopes: [], ipAllowlist: [] },
      ...{ expiresAt: null, ownerSubject: 'sub_ada', sealedOwner: 'sealed', createdAt: '2026-10-01T00:00:00.000Z' },
    };
    await fixture.given([apiKeys], [new EventLog().event('ApiKeyCreated', named)]);
    await fixture.given(
      [auditLog],
      [
        detected('2026-10-31T23:59:59.999Z'),
        detected('2026-11-01T00:00:00.000Z'),
        detected('2026-11-01T12:00:00.000Z', 'key_2'),
        refused(403, '2026-11-02T00:00:00.000Z'),
        refused(400, '2026-11-02T00:00:01.000Z'),
        revoked('2026-11-02T00:00:02.000Z', null),
        detected('2026-11-30T23:59:59.999Z'),
        detected('2026-12-01T00:00:00.000Z'),
      ],
    );
  });
  afterAll(() => fixture.close());

  const figures = (changes: object = {}) => queries.of({ organizationId, period: november, size: 8, ...changes });
  const read = async (changes: object = {}) => (await Array.fromAsync((await figures(changes)).entries())).flat();

  it('entries are counted by action, day, key and result', async () => {
    const none = { success: 0, failure: 0, denied: 0 };
    expect(await (await figures()).totals()).toEqual({
      entries: 6,
      byAction: [
        { action: 'detect', ...none, success: 3 },
        { action: 'translate', ...none, failure: 1, denied: 1 },
        { action: 'api_key_revoke', ...none, success: 1 },
      ],
      byDay: [
        { day: '2026-11-01', ...none, success: 2 },
        { day: '2026-11-02', success: 1, failure: 1, denied: 1 },
        { day: '2026-11-30', ...none, success: 1 },
      ],
      byKey: [
        { key_id: 'key_1', key_name: 'build server', success: 2, failure: 1, denied: 1 },
        { key_id: null, key_name: null, ...none, success: 1 },
        { key_id: 'key_2', key_name: null, ...none, success: 1 },
      ],
      byUser: [{ user_id: 'ada', user_name: null, user_email: null, success: 4, failure: 1, denied: 1 }],
    });
  });

  it('who acted has the name and the address that are known, and whoever is erased has neither', async () => {
    const of = { organizationId: 'org_named' };
    const log = new EventLog();
    const acted = async (userId: string, name: string) => {
      const subject = await subjectKeys.subjectFor(of.organizationId, userId);
      const sealed = await sealClient(subjectKeys, { ...of, subject, userId, address: '192.0.2.1', userAgent: 'curl' });
      const email = `${name}@example.com`.toLowerCase();
      const account = { accountId: `acc_${userId}`, inviteHash: 'hash', inviteExpiresAt: '2026-12-01T00:00:00.000Z' };
      const invited = {
        ...{ ...of, ...account, subject, role: 'developer' as const, invitedAt: '2026-11-01T00:00:00.000Z' },
        sealedUser: await subjectKeys.seal(subject, { user_id: userId, email, name }),
      } as const;
      await fixture.given([users], [log.event('UserInvited', invited, of)]);
      const data = { ...of, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 9 };
      await fixture.given(
        [auditLog],
        [log.event('LanguageDetected', data, { ...of, ...sealed, occurredAt: '2026-11-02T00:00:00.000Z' })],
      );
      return subject;
    };
    await acted('usr_1', 'Ada');
    const erased = [await acted('usr_2', 'Bo'), await acted('usr_3', 'Cy')];
    for (const subject of erased) await subjectKeys.destroy(subject);
    const { byUser } = await (await figures({ ...of, size: 3 })).totals();
    expect(byUser).toEqual([
      { user_id: '[erased]', user_name: null, user_email: null, success: 2, failure: 0, denied: 0 },
      { user_id: 'usr_1', user_name: 'Ada', user_email: 'ada@example.com', success: 1, failure: 0, denied: 0 },
    ]);
  });

  it('what is beyond the size of the tree is neither counted nor read', async () => {
    expect(await (await figures({ size: 3 })).totals()).toMatchObject({ entries: 2 });
    expect(await read({ size: 3 })).toHaveLength(2);
    expect(await (await figures({ size: 0 })).totals()).toMatchObject({ entries: 0 });
  });

  it('the evidence names the newest entries, and a query that lists them all', async () => {
    const { ids, count, query } = await (await figures()).evidence();
    expect([ids.length, count, query]).toEqual([6, 6, 'start=2026-11-01&end=2026-12-01']);
    const [start, end] = ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'];
    const list = new AuditLogQueries(fixture.dataSource, subjectKeys);
    const { entries } = await list.list(organizationId, { start, end }, { limit: 100, offset: 0 });
    expect(ids).toEqual(entries.map(({ id }) => id));
    expect((await read()).toReversed()).toEqual(entries.map(({ openings: _, ...entry }) => entry));
  });

  it('refused and administrative entries are found, the newest first, and counted beyond the limit', async () => {
    const { entries, total } = await (await figures()).notable(10);
    expect([entries.map(({ action, result }) => `${action} ${result}`), total]).toEqual([
      ['api_key_revoke success', 'translate failure', 'translate denied'],
      3,
    ]);
    expect(entries[0]).toMatchObject({ user_id: 'ada', ip_address: '192.0.2.1' });
    const few = await (await figures()).notable(2);
    expect([few.entries.map(({ action }) => action), few.total]).toEqual([['api_key_revoke', 'translate'], 3]);
  });

  it('another organization, or a period without entries, has nothing', async () => {
    for (const changes of [{ organizationId: 'org_b' }, { period: { start: '2025-01-01', end: '2025-01-02' } }]) {
      const nothing = await figures(changes);
      expect(await nothing.totals()).toMatchObject({ entries: 0, byAction: [] });
      expect(await nothing.evidence()).toMatchObject({ ids: [], count: 0 });
      expect(await nothing.notable(5)).toEqual({ entries: [], total: 0 });
      expect(await read(changes)).toEqual([]);
    }
  });
});
