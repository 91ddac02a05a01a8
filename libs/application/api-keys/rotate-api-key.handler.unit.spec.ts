import { beforeEach, describe, expect, it } from 'vitest';
import { hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { KeyFixture } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { RevokeApiKey, RevokeApiKeyHandler } from './revoke-api-key.handler.js';
import { RotateApiKey, RotateApiKeyHandler } from './rotate-api-key.handler.js';

let fixture: KeyFixture;

beforeEach(() => {
  fixture = new KeyFixture();
});

const rotate = async (keyId: string, organizationId = 'org_1') =>
  new RotateApiKeyHandler(fixture.eventStore).execute(
    new RotateApiKey(keyId, await fixture.metadataOf(organizationId)),
  );

const revoke = async (keyId: string) =>
  new RevokeApiKeyHandler(fixture.eventStore).execute(new RevokeApiKey(keyId, await fixture.metadataOf('org_1')));

describe('a rotated key', () => {
  it('a rotated key has a successor with the same rights, and a day left itself', async () => {
    const old = await fixture.create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const rotation = await fixture.metadataOf('org_1');
    const handler = new RotateApiKeyHandler(fixture.eventStore);
    const { key, grant } = await handler.execute(new RotateApiKey(old.grant.keyId, rotation));
    expect(key).not.toBe(old.key);
    const { keyId: _, secretHash: __, createdAt: ___, ...rights } = old.grant;
    expect(grant).toMatchObject({ ...rights, secretHash: hashApiKey(key), createdAt: rotation.occurredAt });
    const rotated = fixture.eventStore.events.at(-1);
    expect(rotated).toMatchObject({
      type: 'ApiKeyRotated',
      data: { keyId: old.grant.keyId, successorId: grant.keyId },
    });
    expect(Date.parse(String(rotated?.data.graceEndsAt)) - Date.parse(rotation.occurredAt)).toBe(24 * 3_600_000);
  });

  it('a rotated key gets its successor before its own end is set', async () => {
    const { grant } = await fixture.create();
    await rotate(grant.keyId);
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyIssuedByRotation', 'ApiKeyRotated']);
  });

  it.each(['rotated', 'revoked'])(
    'a key that was %s before is a conflict, and its successor is withdrawn',
    async (how) => {
      const { grant } = await fixture.create();
      await (how === 'rotated' ? rotate : revoke)(grant.keyId);
      const before = fixture.types.length;
      const rejection = await rejectionOf(() => rotate(grant.keyId));
      expect(rejection.code).toBe('conflict');
      const [issued, revoked, ...more] = fixture.eventStore.events.slice(before);
      expect([issued?.type, revoked?.type, more]).toEqual(['ApiKeyIssuedByRotation', 'ApiKeyRevoked', []]);
      expect(revoked?.data.keyId).toBe(issued?.data.keyId);
    },
  );

  it('a key keeps working when the store fails between successor and end, so that nobody is locked out', async () => {
    const { grant } = await fixture.create();
    const { eventStore } = fixture;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, events, expected) => {
      if (events[0]?.type === 'ApiKeyRotated') throw new EventStoreUnavailableError('down');
      return append(stream, events, expected);
    };
    await expect(rotate(grant.keyId)).rejects.toThrow('down');
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyIssuedByRotation']);
  });

  it('a key of another organization counts as missing', async () => {
    const { grant } = await fixture.create();
    const foreign = await rejectionOf(() => rotate(grant.keyId, 'org_2'));
    const unknown = await rejectionOf(() => rotate('key_unknown', 'org_2'));
    expect({ ...foreign }).toEqual({ ...unknown });
    expect(foreign).toMatchObject({ code: 'not_found', status: 404, message: unknown.message });
    expect(fixture.types).toEqual(['ApiKeyCreated']);
  });
});
