import { beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { executeRepeatably } from '#libs/platform/ids/repeatable-execution.js';
import { SeededSource } from '#libs/platform/ids/seeded-source.js';
import { commitmentTo } from '#libs/ports/key-vault/subjects/commitment.js';
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
    expect(await fixture.subjectKeys.open(owner.subject, grant.sealedOwner)).toMatchObject({ user_id: 'usr_1' });
    expect(grant).not.toHaveProperty('makerSubject');
    expect(JSON.stringify(fixture.eventStore.events)).not.toContain('usr_1');
  });

  it('a key in the name of another user commits to that owner and to its maker, and names neither in clear', async () => {
    const maker = { subject: await fixture.subjectKeys.subjectFor('org_1', 'usr_2'), userId: 'usr_2' };
    const { grant } = await fixture.create({ maker });
    const { ownerSubject, sealedOwner, ownerCommitment, makerSubject, sealedMaker = '', makerCommitment } = grant;
    expect(makerSubject).toBe(maker.subject);
    for (const [subject, sealed, commitment, userId] of [
      [ownerSubject, sealedOwner, ownerCommitment, 'usr_1'],
      [maker.subject, sealedMaker, makerCommitment, 'usr_2'],
    ] as const) {
      const opened = (await fixture.subjectKeys.open(subject, sealed)) as {
        user_id: string;
        salts: { user_id: string };
      };
      expect(opened.user_id).toBe(userId);
      expect(commitmentTo(userId, Buffer.from(opened.salts.user_id, 'base64'))).toBe(commitment);
    }
    expect(JSON.stringify(fixture.eventStore.events)).not.toMatch(/usr_[12]/);
  });

  it("a key has no scope that its owner's role lacks", async () => {
    const owner = { ...(await fixture.owner()), role: 'auditor' as const };
    expect(await rejectionOf(() => fixture.create({ owner }))).toMatchObject({
      code: 'insufficient_scope',
      details: { scopes: ['translate', 'detect'] },
    });
    expect(fixture.types).toEqual([]);
    await fixture.create({ owner: { ...owner, role: 'translator' } });
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
