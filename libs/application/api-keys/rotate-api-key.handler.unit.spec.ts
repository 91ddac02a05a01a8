import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { executeRepeatably } from '#libs/platform/ids/repeatable-execution.js';
import { SeededSource } from '#libs/platform/ids/seeded-source.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { KeyFixture } from '#test/fakes/issued-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { RecordedButUnfinishedError } from '../recorded-but-unfinished.errors.js';
import { type Grantor, operatorGrantor } from './grantor.js';
import { operatorRevoker, RevokeApiKey, RevokeApiKeyHandler } from './revoke-api-key.handler.js';
import { RotateApiKey, RotateApiKeyHandler } from './rotate-api-key.handler.js';

let fixture: KeyFixture;

beforeEach(() => {
  fixture = new KeyFixture();
});

const rotate = async (keyId: string, organizationId = 'org_1', grantor: Grantor = operatorGrantor) =>
  new RotateApiKeyHandler(fixture.eventStore, fixture.subjectKeys).execute(
    new RotateApiKey(keyId, grantor, await fixture.metadataOf(organizationId)),
  );

const revoke = async (keyId: string) =>
  new RevokeApiKeyHandler(fixture.eventStore).execute(
    new RevokeApiKey(keyId, operatorRevoker, await fixture.metadataOf('org_1')),
  );

describe('a rotated key', () => {
  it('a rotated key has a successor with the same rights, and a day left itself', async () => {
    const old = await fixture.create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const rotation = await fixture.metadataOf('org_1');
    const handler = new RotateApiKeyHandler(fixture.eventStore, fixture.subjectKeys);
    const { key, grant } = await handler.execute(new RotateApiKey(old.grant.keyId, operatorGrantor, rotation));
    expect(key).not.toBe(old.key);
    const { keyId: _, secretHash: __, createdAt: ___, ...rights } = old.grant;
    expect(grant).toMatchObject({ ...rights, secretHash: hashApiKey(key), createdAt: rotation.occurredAt });
    const [, rotated] = fixture.eventStore.events;
    expect(rotated).toMatchObject({
      type: 'ApiKeyRotated',
      data: { keyId: old.grant.keyId, successorId: grant.keyId },
    });
    expect(Date.parse(String(rotated?.data.graceEndsAt)) - Date.parse(rotation.occurredAt)).toBe(24 * 3_600_000);
  });

  it('a successor keeps the owner, and is made by whoever rotates', async () => {
    const personOf = async (userId: string) => ({
      subject: await fixture.subjectKeys.subjectFor('org_1', userId),
      userId,
    });
    const { grant: old } = await fixture.create({ maker: await personOf('usr_2') });
    const handler = new RotateApiKeyHandler(fixture.eventStore, fixture.subjectKeys);
    const rotateBy = async (keyId: string, userId: string) => {
      const maker = await personOf(userId);
      const metadata = await fixture.metadataOf('org_1');
      return (await handler.execute(new RotateApiKey(keyId, operatorGrantor, metadata, maker))).grant;
    };
    const { ownerSubject, sealedOwner, ownerCommitment } = old;
    const owner = { ownerSubject, sealedOwner, ownerCommitment };
    const third = await rotateBy(old.keyId, 'usr_3');
    expect(third).toMatchObject({ ...owner, makerSubject: (await personOf('usr_3')).subject });
    const own = await rotateBy(third.keyId, 'usr_1');
    expect(own).toMatchObject(owner);
    expect(own).not.toHaveProperty('makerSubject');
  });

  it.each(['rotated', 'revoked', 'expired'])(
    'a key that was %s before is a conflict, and nothing is left',
    async (how) => {
      const soon = new Date(Date.now() + 50).toISOString();
      const { grant } = await fixture.create(how === 'expired' ? { expiresAt: soon } : {});
      if (how === 'rotated') await rotate(grant.keyId);
      if (how === 'revoked') await revoke(grant.keyId);
      if (how === 'expired') await vi.waitFor(() => expect(new Date().toISOString() > soon).toBe(true), 30_000);
      const before = fixture.types;
      expect((await rejectionOf(() => rotate(grant.keyId))).code).toBe('conflict');
      expect(fixture.types).toEqual(before);
    },
  );

  it.each<[string, Partial<Grantor>, string]>([
    ['scopes', { scopes: ['keys:manage'] }, 'scopes'],
    ['addresses', { ipAllowlist: ['192.0.2.1'] }, 'ip_allowlist'],
    ['time', { endsAt: '2998-01-01T00:00:00.000Z' }, 'expires_at'],
  ])('a key with more %s than the caller is not rotated, and nothing is left', async (_what, less, field) => {
    const { grant } = await fixture.create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const rejection = await rejectionOf(() => rotate(grant.keyId, 'org_1', { ...operatorGrantor, ...less }));
    expect(rejection).toMatchObject({ code: 'insufficient_scope', details: { [field]: expect.any(Array) } });
    expect(fixture.types).toEqual(['ApiKeyCreated']);
  });

  it('of several rotations at once one succeeds, and the others leave nothing', async () => {
    const { grant } = await fixture.create();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => rotate(grant.keyId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRotated', 'ApiKeyIssuedByRotation']);
  });

  /** Does something before each event of a type is appended. */
  const whenAppending = (type: string, happen: () => Promise<void>) => {
    const { eventStore } = fixture;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, events, expected) => {
      if (events[0]?.type === type) await happen();
      return append(stream, events, expected);
    };
    return () => {
      eventStore.append = append;
    };
  };
  const breakOff = async () => {
    throw new EventStoreUnavailableError('down');
  };

  it('of two nodes that rotate a key, the one that comes between rotation and successor of the other is refused', async () => {
    const { grant } = await fixture.create();
    let other: Promise<string> | undefined;
    const stop = whenAppending('ApiKeyIssuedByRotation', async () => {
      stop();
      other = rejectionOf(() => rotate(grant.keyId)).then(({ code, retryAfter }) => `${code} ${retryAfter}`);
      await other;
    });
    const { key, grant: successor } = await rotate(grant.keyId);
    expect(await other).toMatch(/^conflict (2\d|30)$/);
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRotated', 'ApiKeyIssuedByRotation']);
    const [, rotated, issued] = fixture.eventStore.events;
    expect(rotated?.data.successorId).toBe(successor.keyId);
    expect(issued?.data).toMatchObject({ keyId: successor.keyId, secretHash: hashApiKey(key) });
  });

  it('a rotation that was broken off is gone on with by its repeat at once', async () => {
    const { grant } = await fixture.create();
    const command = new RotateApiKey(grant.keyId, operatorGrantor, await fixture.metadataOf('org_1'));
    const handler = new RotateApiKeyHandler(fixture.eventStore, fixture.subjectKeys);
    const stop = whenAppending('ApiKeyIssuedByRotation', breakOff);
    await expect(handler.execute(command)).rejects.toThrow(RecordedButUnfinishedError);
    stop();
    const { grant: successor } = await handler.execute(command);
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRotated', 'ApiKeyIssuedByRotation']);
    expect(fixture.eventStore.events[1]?.data.successorId).toBe(successor.keyId);
  });

  it('a repeat finds the successor that it has made, with its time', async () => {
    const { grant } = await fixture.create();
    const metadata = await fixture.metadataOf('org_1');
    const handler = new RotateApiKeyHandler(fixture.eventStore, fixture.subjectKeys);
    const rotateAt = (occurredAt: string) =>
      executeRepeatably(new SeededSource(new Uint8Array(32), new Date(metadata.occurredAt)), () =>
        handler.execute(new RotateApiKey(grant.keyId, operatorGrantor, { ...metadata, occurredAt })),
      );
    const first = await rotateAt(metadata.occurredAt);
    const later = new Date(Date.parse(metadata.occurredAt) + 3_600_000).toISOString();
    expect(await rotateAt(later)).toEqual(first);
    expect(first.grant.createdAt).toBe(metadata.occurredAt);
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRotated', 'ApiKeyIssuedByRotation']);
  });

  it('a rotation that the store broke off is gone on with half a minute later, so that nobody is locked out', async () => {
    const { grant } = await fixture.create();
    const { eventStore } = fixture;
    const stop = whenAppending('ApiKeyIssuedByRotation', breakOff);
    await expect(rotate(grant.keyId)).rejects.toThrow(RecordedButUnfinishedError);
    stop();
    expect((await rejectionOf(() => rotate(grant.keyId))).code).toBe('conflict');
    const metadata = await fixture.metadataOf('org_1');
    const later = { ...metadata, occurredAt: new Date(Date.now() + 31_000).toISOString() };
    const successor = await new RotateApiKeyHandler(eventStore, fixture.subjectKeys).execute(
      new RotateApiKey(grant.keyId, operatorGrantor, later),
    );
    expect(fixture.types).toEqual(['ApiKeyCreated', 'ApiKeyRotated', 'ApiKeyRotated', 'ApiKeyIssuedByRotation']);
    const [, first, second] = eventStore.events;
    expect(second?.data).toEqual(first?.data);
    expect(first?.data.successorId).toBe(successor.grant.keyId);
    expect((await rejectionOf(() => rotate(grant.keyId))).code).toBe('conflict');
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
