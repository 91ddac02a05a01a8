import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { apiKeys } from '../api-keys/api-keys.projection.js';
import { type EventContext, EventLog, ReadModelFixture } from '../read-model.fixture.js';
import { UsageQueries } from './usage.queries.js';
import { usageOfUsers } from './usage-of-users.projection.js';

const organizationId = 'org_a';

describe('the usage of users', () => {
  let fixture: ReadModelFixture;
  let subjectKeys: InMemorySubjectKeys;
  let queries: UsageQueries;
  const log = new EventLog();

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
  });
  beforeEach(async () => {
    await fixture.empty('usage_of_user', 'api_key', 'user_account', 'named_owner');
    subjectKeys = new InMemorySubjectKeys();
    queries = new UsageQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());

  const detected = (subject: string, more: EventContext = {}) =>
    log.event(
      'LanguageDetected',
      { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 9 },
      { organizationId, subject, occurredAt: '2026-11-21T10:00:00.000Z', ...more },
    );
  const keyOf = async (userId: string) => {
    const subject = await subjectKeys.subjectFor(organizationId, userId);
    const sealedOwner = await subjectKeys.seal(subject, { user_id: userId });
    const data = {
      ...{ keyId: `key_${userId}`, organizationId, name: 'a key', secretHash: userId, scopes: [], ipAllowlist: [] },
      ...{ expiresAt: null, createdAt: '2026-11-20T10:00:00.000Z', ownerSubject: subject, sealedOwner },
    };
    return {
      subject,
      created: log.event('ApiKeyCreated', data, { organizationId, subject: 'sub_operator', keyId: null }),
    };
  };
  const used = (from = '2026-11-21', to = '2026-11-22', organization = organizationId) =>
    queries.ofUsers(organization, from, to);

  it('acts count for the user in whose name they were done, whatever the key, in the period alone', async () => {
    const ada = await keyOf('usr_ada');
    const bo = await keyOf('operator:shop');
    await fixture.given(
      [usageOfUsers, apiKeys],
      [
        ada.created,
        bo.created,
        ...[detected(ada.subject), detected(ada.subject, { keyId: 'key_2' }), detected(bo.subject)],
        detected(ada.subject, { occurredAt: '2026-11-22T00:00:00.000Z' }),
        detected(ada.subject, { organizationId: 'org_b' }),
      ],
    );
    expect(await used()).toEqual([
      { user_id: 'usr_ada', requests: 2, characters: 0 },
      { user_id: 'operator:shop', requests: 1, characters: 0 },
    ]);
    expect(await used('2026-11-21', '2026-11-23')).toContainEqual({ user_id: 'usr_ada', requests: 3, characters: 0 });
    expect(await used('2026-11-23', '2026-11-24')).toEqual([]);
  });

  it('users who are erased are one together, and no row says who they were', async () => {
    const one = await keyOf('usr_1');
    const two = await keyOf('usr_2');
    await fixture.given(
      [usageOfUsers, apiKeys],
      [one.created, two.created, detected(one.subject), detected(two.subject), detected(two.subject)],
    );
    await subjectKeys.destroy(one.subject);
    await subjectKeys.destroy(two.subject);
    expect(await used()).toEqual([{ user_id: '[erased]', requests: 3, characters: 0 }]);
    const { rows } = await fixture.pool.query('select * from read_model.usage_of_user');
    expect(JSON.stringify(rows)).not.toContain('usr_');
  });
});
