import { beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { executeRepeatably } from '#libs/platform/ids/repeatable-execution.js';
import { SeededSource } from '#libs/platform/ids/seeded-source.js';
import { KeyFixture } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';

let fixture: KeyFixture;

beforeEach(() => {
  fixture = new KeyFixture();
});

describe('a new key', () => {
  it('a new key has the right form, and only its hash is in the log', async () => {
    const { key, grant } = await fixture.create();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(grant.secretHash).toBe(hashApiKey(key));
    expect(JSON.stringify(fixture.eventStore.events)).not.toContain(key.slice(8));
  });

  it('a new key has the requested properties, in the name of its maker', async () => {
    const { grant } = await fixture.create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const owner = await fixture.owner();
    expect(grant).toMatchObject({
      organizationId: 'org_1',
      name: 'build server',
      scopes: ['translate', 'detect'],
      ipAllowlist: ['192.0.2.0/24'],
      expiresAt: '2999-01-01T00:00:00.000Z',
      ownerSubject: owner.subject,
    });
    expect(await fixture.subjectKeys.open(owner.subject, grant.sealedOwner)).toEqual({ user_id: 'usr_1' });
    expect(JSON.stringify(fixture.eventStore.events)).not.toContain('usr_1');
  });

  it('a new key may be given instead of generated', async () => {
    const presetKey = generateApiKey();
    expect((await fixture.create({ presetKey })).key).toBe(presetKey);
  });

  it('a new key is different each time', async () =>
    expect((await fixture.create()).key).not.toBe((await fixture.create()).key));

  it('a new key has no right that its maker lacks', async () => {
    expect(await rejectionOf(() => fixture.create({ scopes: ['translate', 'compliance:read'] }))).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      details: { scopes: ['compliance:read'] },
    });
    expect(fixture.types).toEqual([]);
  });

  it.each(['2020-01-01T00:00:00.000Z', 'now'])('a new key cannot have expired already: %s', async (expiresAt) => {
    const metadata = await fixture.metadataOf('org_1');
    const rejection = await rejectionOf(() =>
      fixture.create({ expiresAt: expiresAt === 'now' ? metadata.occurredAt : expiresAt }, metadata),
    );
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { expires_at: ['must be in the future'] } });
    expect(fixture.types).toEqual([]);
  });

  it('a repeat finds the key that it has made, with its time, also when it has expired since', async () => {
    const metadata = await fixture.metadataOf('org_1');
    const at = (ms: number) => new Date(Date.parse(metadata.occurredAt) + ms).toISOString();
    const create = (occurredAt: string) =>
      executeRepeatably(new SeededSource(new Uint8Array(32), new Date(metadata.occurredAt)), () =>
        fixture.create({ expiresAt: at(1_000) }, { ...metadata, occurredAt }),
      );
    const first = await create(metadata.occurredAt);
    expect(await create(at(5_000))).toEqual(first);
    expect(first.grant.createdAt).toBe(metadata.occurredAt);
    expect(fixture.types).toEqual(['ApiKeyCreated']);
  });
});
