import { beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { KeyScene } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';

let scene: KeyScene;

beforeEach(() => {
  scene = new KeyScene();
});

describe('a new key', () => {
  it('a new key has the right form, and only its hash is in the log', async () => {
    const { key, grant } = await scene.create();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(grant.secretHash).toBe(hashApiKey(key));
    expect(JSON.stringify(scene.eventStore.events)).not.toContain(key.slice(8));
  });

  it('a new key has the requested properties, in the name of its maker', async () => {
    const { grant } = await scene.create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const owner = await scene.owner();
    expect(grant).toMatchObject({
      organizationId: 'org_1',
      name: 'build server',
      scopes: ['translate', 'detect'],
      ipAllowlist: ['192.0.2.0/24'],
      expiresAt: '2999-01-01T00:00:00.000Z',
      ownerSubject: owner.subject,
    });
    expect(await scene.subjectKeys.open(owner.subject, grant.sealedOwner)).toEqual({ user_id: 'usr_1' });
    expect(JSON.stringify(scene.eventStore.events)).not.toContain('usr_1');
  });

  it('a new key may be given instead of generated', async () => {
    const presetKey = generateApiKey();
    expect((await scene.create({ presetKey })).key).toBe(presetKey);
  });

  it('a new key is different each time', async () =>
    expect((await scene.create()).key).not.toBe((await scene.create()).key));

  it('a new key cannot have a scope that its maker lacks', async () => {
    expect(await rejectionOf(() => scene.create({ scopes: ['translate', 'compliance:read'] }))).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      details: { scopes: ['compliance:read'] },
    });
    expect(scene.types).toEqual([]);
  });

  it.each(['2020-01-01T00:00:00.000Z', 'now'])('a new key cannot have expired already: %s', async (expiresAt) => {
    const metadata = await scene.metadataOf('org_1');
    const rejection = await rejectionOf(() =>
      scene.create({ expiresAt: expiresAt === 'now' ? metadata.occurredAt : expiresAt }, metadata),
    );
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { expires_at: ['must be in the future'] } });
    expect(scene.types).toEqual([]);
  });
});
