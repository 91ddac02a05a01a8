import { beforeEach, describe, expect, it } from 'vitest';
import { KeyScene } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { RevokeApiKey, RevokeApiKeyHandler } from './revoke-api-key.handler.js';

let scene: KeyScene;

beforeEach(() => {
  scene = new KeyScene();
});

const revoke = async (keyId: string, organizationId = 'org_1') =>
  new RevokeApiKeyHandler(scene.eventStore).execute(new RevokeApiKey(keyId, await scene.metadataOf(organizationId)));

describe('a revoked key', () => {
  it('a key is revoked once, however often the command is sent', async () => {
    const { grant } = await scene.create();
    for (let count = 0; count < 2; count += 1) await revoke(grant.keyId);
    expect(scene.types).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
  });

  it('a key of another organization counts as missing', async () => {
    const { grant } = await scene.create();
    const foreign = await rejectionOf(() => revoke(grant.keyId, 'org_2'));
    const unknown = await rejectionOf(() => revoke('key_unknown', 'org_2'));
    expect({ ...foreign }).toEqual({ ...unknown });
    expect(foreign).toMatchObject({ code: 'not_found', status: 404, message: unknown.message });
    expect(scene.types).toEqual(['ApiKeyCreated']);
  });
});
