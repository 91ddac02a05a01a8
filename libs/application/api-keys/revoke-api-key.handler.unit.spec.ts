import { beforeEach, describe, expect, it } from 'vitest';
import { KeyFixture } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { operatorRevoker, RevokeApiKey, RevokeApiKeyHandler, type Revoker } from './revoke-api-key.handler.js';

let fixture: KeyFixture;

beforeEach(() => {
  fixture = new KeyFixture();
});

const revoke = async (keyId: string, organizationId = 'org_1', revoker: Revoker = operatorRevoker) =>
  new RevokeApiKeyHandler(fixture.eventStore).execute(
    new RevokeApiKey(keyId, revoker, await fixture.metadataOf(organizationId)),
  );

describe('a revoked key', () => {
  it('a key that is revoked again stays as it is, and each act is in the log once', async () => {
    const { grant } = await fixture.create();
    await revoke(grant.keyId);
    await revoke(grant.keyId);
    const again = await fixture.metadataOf('org_1');
    const handler = new RevokeApiKeyHandler(fixture.eventStore);
    for (let count = 0; count < 2; count += 1)
      await handler.execute(new RevokeApiKey(grant.keyId, operatorRevoker, again));
    const [, first, second, third, ...more] = fixture.eventStore.events;
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRevoked', 'ApiKeyRevoked', 'ApiKeyRevoked']);
    expect([second?.data, third?.data, more]).toEqual([first?.data, first?.data, []]);
    expect(third?.metadata.requestId).toBe(again.requestId);
  });

  it('a key that is revoked over and over keeps a short stream', async () => {
    const { grant } = await fixture.create();
    for (let count = 0; count < 3; count += 1) await revoke(grant.keyId);
    const own = fixture.eventStore.events.filter(({ stream }) => stream === `api_key-${grant.keyId}`);
    expect(own.map(({ type }) => type)).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
  });

  it('a revocation that is repeated after a lost response writes nothing', async () => {
    const { grant } = await fixture.create();
    const metadata = await fixture.metadataOf('org_1');
    const handler = new RevokeApiKeyHandler(fixture.eventStore);
    for (let count = 0; count < 2; count += 1)
      await handler.execute(new RevokeApiKey(grant.keyId, operatorRevoker, metadata));
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
  });

  it('a key with more scopes than the revoker has stays, unless it is the revoker', async () => {
    const { grant } = await fixture.create({ scopes: ['translate', 'detect'] });
    const weaker: Revoker = { keyId: 'key_weaker', scopes: ['translate', 'keys:manage'] };
    expect(await rejectionOf(() => revoke(grant.keyId, 'org_1', weaker))).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      details: { scopes: ['detect'] },
    });
    expect(fixture.types).toEqual(['ApiKeyCreated']);
    // Another organization is not told which scopes a key has.
    expect((await rejectionOf(() => revoke(grant.keyId, 'org_2', weaker))).code).toBe('not_found');
    await revoke(grant.keyId, 'org_1', { keyId: 'key_equal', scopes: ['translate', 'detect', 'keys:manage'] });
    await revoke(grant.keyId, 'org_1', { keyId: grant.keyId, scopes: [] });
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRevoked', 'ApiKeyRevoked']);
  });

  it('a key of another organization counts as missing', async () => {
    const { grant } = await fixture.create();
    const foreign = await rejectionOf(() => revoke(grant.keyId, 'org_2'));
    const unknown = await rejectionOf(() => revoke('key_unknown', 'org_2'));
    expect({ ...foreign }).toEqual({ ...unknown });
    expect(foreign).toMatchObject({ code: 'not_found', status: 404, message: unknown.message });
    expect(fixture.types).toEqual(['ApiKeyCreated']);
  });
});
