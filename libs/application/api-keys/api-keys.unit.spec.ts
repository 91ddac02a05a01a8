import { beforeEach, describe, expect, it } from 'vitest';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { generateApiKey, hashApiKey, isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { operatorMetadata } from '../command-context.js';
import { createApiKey, type KeyRequest, revokeApiKey, rotateApiKey } from './api-keys.js';

let ledger: { eventStore: InMemoryEventStore; subjectKeys: InMemorySubjectKeys };
let metadata: EventMetadata;
let owner: KeyRequest['owner'];

beforeEach(async () => {
  ledger = { eventStore: new InMemoryEventStore(), subjectKeys: new InMemorySubjectKeys() };
  metadata = await requestOf('org_1');
  owner = { subject: await ledger.subjectKeys.subjectFor('org_1', 'usr_1'), userId: 'usr_1' };
});

const requestOf = (organizationId: string) => operatorMetadata(ledger, organizationId, 'a test');

const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  name: 'build server',
  scopes: ['translate', 'detect'],
  ipAllowlist: ['192.0.2.0/24'],
  expiresAt: null,
  owner,
  grantableScopes: ['translate', 'detect', 'keys:manage'],
  ...changes,
});

const create = async (changes?: Partial<KeyRequest>) =>
  createApiKey(ledger, request(changes), await requestOf('org_1'));

const types = () => ledger.eventStore.events.map(({ type }) => type);

describe('a new key', () => {
  it('is of the right form, and only its hash is in the log', async () => {
    const { key, grant } = await create();
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(grant.secretHash).toBe(hashApiKey(key));
    expect(JSON.stringify(ledger.eventStore.events)).not.toContain(key.slice(8));
  });

  it('has what was asked for, in the name of its maker', async () => {
    const { grant } = await create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(grant).toMatchObject({
      organizationId: 'org_1',
      name: 'build server',
      scopes: ['translate', 'detect'],
      ipAllowlist: ['192.0.2.0/24'],
      expiresAt: '2999-01-01T00:00:00.000Z',
      ownerSubject: owner.subject,
    });
    expect(await ledger.subjectKeys.open(owner.subject, grant.sealedOwner)).toEqual({ user_id: 'usr_1' });
    expect(JSON.stringify(ledger.eventStore.events)).not.toContain('usr_1');
  });

  it('may be given instead of made', async () => {
    const presetKey = generateApiKey();
    expect((await create({ presetKey })).key).toBe(presetKey);
  });

  it('is another each time', async () => expect((await create()).key).not.toBe((await create()).key));

  it('cannot have a scope that its maker lacks', async () => {
    expect(await rejectionOf(() => create({ scopes: ['translate', 'compliance:read'] }))).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      details: { scopes: ['compliance:read'] },
    });
    expect(types()).toEqual([]);
  });

  it.each(['2020-01-01T00:00:00.000Z', 'now'])('cannot have expired already: %s', async (expiresAt) => {
    const rejection = await rejectionOf(() =>
      createApiKey(ledger, request({ expiresAt: expiresAt === 'now' ? metadata.occurredAt : expiresAt }), metadata),
    );
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { expires_at: ['must be in the future'] } });
    expect(types()).toEqual([]);
  });
});

describe('a rotated key', () => {
  it('has a successor with the same rights, and a day left itself', async () => {
    const old = await create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const rotation = await requestOf('org_1');
    const { key, grant } = await rotateApiKey(ledger, old.grant.keyId, rotation);
    expect(key).not.toBe(old.key);
    const { keyId: _, secretHash: __, createdAt: ___, ...rights } = old.grant;
    expect(grant).toMatchObject({ ...rights, secretHash: hashApiKey(key), createdAt: rotation.occurredAt });
    const rotated = ledger.eventStore.events.at(-1);
    expect(rotated).toMatchObject({
      type: 'ApiKeyRotated',
      data: { keyId: old.grant.keyId, successorId: grant.keyId },
    });
    expect(Date.parse(String(rotated?.data.graceEndsAt)) - Date.parse(rotation.occurredAt)).toBe(24 * 3_600_000);
  });

  it('gets its successor before it begins to end', async () => {
    const { grant } = await create();
    await rotateApiKey(ledger, grant.keyId, await requestOf('org_1'));
    expect(types()).toEqual(['ApiKeyCreated', 'ApiKeyIssuedByRotation', 'ApiKeyRotated']);
  });

  it.each(['rotated', 'revoked'])('that was %s before is a conflict, and its successor is withdrawn', async (how) => {
    const { grant } = await create();
    await (how === 'rotated' ? rotateApiKey : revokeApiKey)(ledger, grant.keyId, await requestOf('org_1'));
    const before = types().length;
    const rejection = await rejectionOf(async () => rotateApiKey(ledger, grant.keyId, await requestOf('org_1')));
    expect(rejection.code).toBe('conflict');
    const [issued, revoked, ...more] = ledger.eventStore.events.slice(before);
    expect([issued?.type, revoked?.type, more]).toEqual(['ApiKeyIssuedByRotation', 'ApiKeyRevoked', []]);
    expect(revoked?.data.keyId).toBe(issued?.data.keyId);
  });

  it('keeps working where the store fails between successor and end: nobody is locked out', async () => {
    const { grant } = await create();
    const append = ledger.eventStore.append.bind(ledger.eventStore);
    ledger.eventStore.append = async (stream, events, expected) => {
      if (events[0]?.type === 'ApiKeyRotated') throw new EventStoreUnavailableError('down');
      return append(stream, events, expected);
    };
    await expect(requestOf('org_1').then((m) => rotateApiKey(ledger, grant.keyId, m))).rejects.toThrow('down');
    expect(types()).toEqual(['ApiKeyCreated', 'ApiKeyIssuedByRotation']);
  });
});

describe('a revoked key', () => {
  it('is revoked once, however often it is asked', async () => {
    const { grant } = await create();
    for (let count = 0; count < 2; count += 1) await revokeApiKey(ledger, grant.keyId, await requestOf('org_1'));
    expect(types()).toEqual(['ApiKeyCreated', 'ApiKeyRevoked']);
  });
});

describe('the key of another organization', () => {
  it.each([
    ['revoked', revokeApiKey],
    ['rotated', rotateApiKey],
  ])('cannot be %s: it is as if it were not there', async (_how, act) => {
    const { grant } = await create();
    const foreign = await rejectionOf(async () => act(ledger, grant.keyId, await requestOf('org_2')));
    const unknown = await rejectionOf(async () => act(ledger, 'key_unknown', await requestOf('org_2')));
    expect({ ...foreign }).toEqual({ ...unknown });
    expect(foreign).toMatchObject({ code: 'not_found', status: 404, message: unknown.message });
    expect(types()).toEqual(['ApiKeyCreated']);
  });
});
