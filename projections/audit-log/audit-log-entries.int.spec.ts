import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitmentTo } from '#libs/ports/key-vault/subjects/commitment.js';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { AuditLogFixture, detections, type Entry, secondsIn } from './audit-log.fixture.js';

describe('the entries of the audit log', () => {
  let fixture: AuditLogFixture;

  beforeAll(async () => {
    fixture = await AuditLogFixture.open();
  });
  afterAll(() => fixture.close());

  it('an audit entry has all fields of the specification', async () => {
    const organizationId = await fixture.given([{ kind: 'translate', user: 'ada', second: 5 }]);
    const { entries, pagination } = await fixture.queries.list(organizationId, {}, { limit: 100, offset: 0 });
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^aud_0{13}[0-9A-HJKMNP-TV-Z]{13}$/),
        timestamp: secondsIn(5),
        action: 'translate',
        resource: 'text',
        resource_id: expect.stringMatching(/^req_/),
        user_id: 'ada',
        key_id: 'key_1',
        key_name: null,
        ip_address: '192.0.2.0',
        user_agent: 'curl',
        request_id: expect.stringMatching(/^req_/),
        metadata: {
          source_language: 'fi',
          target_language: 'en',
          word_count: 2,
          character_count: 9,
          endpoint: 'translate',
          domain: 'general',
        },
        result: 'success',
        openings: [
          { field: 'user_id', value: 'ada', salt: expect.any(String) },
          { field: 'ip_address', value: '192.0.2.0', salt: expect.any(String) },
          { field: 'user_agent', value: 'curl', salt: expect.any(String) },
        ],
      },
    ]);
    expect(pagination).toEqual({ total: 1, limit: 100, offset: 0, has_more: false, next_cursor: null });
  });

  describe('one entry', () => {
    it('an entry is found by its id, with its leaf', async () => {
      const organizationId = await fixture.given(detections(3));
      const { entries } = await fixture.queries.list(organizationId, {}, { limit: 10, offset: 0 });
      for (const record of entries) {
        const found = await fixture.queries.one(organizationId, record.id);
        expect(found?.record).toEqual(record);
        expect(found?.entry).toMatchObject({ id: record.id, organization_id: organizationId });
        expect(found?.leafHash).toHaveLength(32);
      }
    });

    it('an entry is not found for another organization, under a changed id, or under no id at all', async () => {
      const [organizationId, other] = [await fixture.given(detections(2)), await fixture.given(detections(2))];
      const [entry] = (await fixture.queries.list(organizationId, {}, { limit: 1, offset: 0 })).entries;
      const id = entry?.id ?? '';
      expect(await fixture.queries.one(organizationId, id)).toBeDefined();
      expect(await fixture.queries.one(other, id)).toBeUndefined();
      expect(
        await fixture.queries.one(organizationId, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`),
      ).toBeUndefined();
      expect(await fixture.queries.one(organizationId, `aud_${'Z'.repeat(26)}`)).toBeUndefined();
      expect(await fixture.queries.one(organizationId, "aud_' or true")).toBeUndefined();
    });
  });

  it('an entry of an erased subject shows everything but the personal data', async () => {
    const organizationId = await fixture.given([
      { kind: 'detect', user: 'ada', second: 1 },
      { kind: 'detect', user: 'bob', second: 2 },
    ]);
    await eraseSubject(fixture.subjectKeys, organizationId, 'bob');
    const { entries } = await fixture.queries.list(organizationId, {}, { limit: 10, offset: 0 });
    const gone = { user_id: '[erased]', ip_address: '[erased]', user_agent: '[erased]' };
    expect(entries).toMatchObject([
      { ...gone, action: 'detect', timestamp: secondsIn(2) },
      { user_id: 'ada', ip_address: '192.0.2.0' },
    ]);
    expect(entries.map(({ openings }) => openings.length)).toEqual([0, 3]);
  });

  it('an entry of an erased address shows its user, and the filter by that address finds nothing', async () => {
    const organizationId = await fixture.given([{ kind: 'detect', user: 'ada', second: 1 }]);
    const filter = { ipAddress: '192.0.2.0' };
    const page = { limit: 10, offset: 0 };
    expect((await fixture.queries.list(organizationId, filter, page)).entries).toHaveLength(1);
    await eraseSubject(fixture.subjectKeys, organizationId, '192.0.2.0', 'ip_address');
    expect((await fixture.queries.list(organizationId, filter, page)).entries).toEqual([]);
    const { entries } = await fixture.queries.list(organizationId, {}, page);
    expect(entries).toMatchObject([{ user_id: 'ada', ip_address: '[erased]', user_agent: '[erased]' }]);
    expect(entries[0]?.openings.map(({ field }) => field)).toEqual(['user_id']);
  });

  it('each opening opens the commitment in the leaf of its entry', async () => {
    const organizationId = await fixture.given(detections(2));
    for (const { id, openings } of (await fixture.queries.list(organizationId, {}, { limit: 10, offset: 0 })).entries) {
      const { commitments } = (await fixture.queries.one(organizationId, id))?.entry ?? {};
      const made = openings.map(({ field, value, salt }) => [field, commitmentTo(value, Buffer.from(salt, 'base64'))]);
      expect(Object.fromEntries(made)).toEqual(commitments);
    }
  });

  it('entries of before there were commitments read as they did', async () => {
    const organizationId = fixture.nextOrganization();
    const subject = await fixture.subjectKeys.subjectFor(organizationId, 'ada');
    const older = { user_id: 'ada', ip_address: '192.0.2.9', user_agent: 'curl' };
    const sealedClient = await fixture.subjectKeys.seal(subject, older);
    const entry: Entry = { kind: 'detect', user: 'ada', second: 1 };
    await fixture.givenOlder(organizationId, entry, { subject, sealedClient });
    const { entries } = await fixture.queries.list(organizationId, {}, { limit: 10, offset: 0 });
    expect(entries).toMatchObject([{ ...older, openings: [] }]);
  });

  it('an entry names the key that was used', async () => {
    const organizationId = await fixture.given(detections(1));
    await fixture.readModels.pool.query(
      `insert into read_model.api_key (id, organization_id, name, secret_hash, scopes, ip_allowlist, owner_subject, sealed_owner,
         maker_subject, sealed_maker, first_owner_subject, sealed_first_owner, created_at)
       values ('key_1', $1, 'build server', 'x', '[]', '[]', 'sub', 'sealed', 'sub', 'sealed', 'sub', 'sealed', now())`,
      [organizationId],
    );
    const page = { limit: 10, offset: 0 };
    for (const filter of [{}, { keyId: 'key_1' }])
      expect((await fixture.queries.list(organizationId, filter, page)).entries).toMatchObject([
        { key_name: 'build server' },
      ]);
    await fixture.readModels.pool.query('delete from read_model.api_key');
  });
});
