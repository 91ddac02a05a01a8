import { beforeEach, describe, expect, it } from 'vitest';
import { KeyFixture } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { RevokeApiKey, RevokeApiKeyHandler } from './revoke-api-key.handler.js';

let fixture: KeyFixture;

beforeEach(() => {
  fixture = new KeyFixture();
});

const revoke = async (keyId: string, organizationId = 'org_1') =>
  new RevokeApiKeyHandler(fixture.eventStore).execute(
    new RevokeApiKey(keyId, await fixture.metadataOf(organizationId)),
  );

describe('a revoked key', () => {
  it('a key is revoked once, however often the command is sent', async () => {
    const { grant } = await fixture.create();
    for (let count = 0; count < 2; count += 1) await revoke(grant.keyId);
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
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
