import { beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '#libs/domain/api-key/scopes.js';
import { generateApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { CreateApiKeyHandler } from '../api-keys/create-api-key.handler.js';
import { operatorMetadata } from '../operator-metadata.js';
import { CreateOrganization, CreateOrganizationHandler, type NewOrganization } from './create-organization.handler.js';

let eventStore: InMemoryEventStore;
let subjectKeys: InMemorySubjectKeys;

beforeEach(() => {
  eventStore = new InMemoryEventStore();
  subjectKeys = new InMemorySubjectKeys();
});

const create = async (changes: Partial<NewOrganization> = {}, organizationId = newId('org')) => {
  const handler = new CreateOrganizationHandler(
    eventStore,
    subjectKeys,
    new CreateApiKeyHandler(eventStore, subjectKeys),
  );
  const metadata = await operatorMetadata(subjectKeys, organizationId, 'a test');
  const organization = { name: 'Acme', tier: 'pro', ...changes } as const;
  return { organizationId, ...(await handler.execute(new CreateOrganization(organization, metadata))) };
};

const types = () => eventStore.events.map(({ type }) => type);

describe('a new organization', () => {
  it('a new organization has an owner, and last a key with every scope', async () => {
    const { organizationId, grant } = await create();
    const { events } = eventStore;
    expect(types()).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated']);
    expect(events[0]?.data).toMatchObject({ organizationId, name: 'Acme', tier: 'pro' });
    expect(events[1]?.data).toMatchObject({ organizationId, role: 'owner', subject: grant.ownerSubject });
    expect(grant).toMatchObject({ organizationId, scopes, ipAllowlist: [], expiresAt: null });
  });

  it('a new organization may be given its key', async () => {
    const presetKey = generateApiKey();
    expect((await create({ presetKey })).key).toBe(presetKey);
  });

  it('its owner has a name where none is given', async () => {
    const { grant } = await create();
    const sealed = String(eventStore.events[1]?.data.sealedUser);
    expect(await subjectKeys.open(grant.ownerSubject, sealed)).toMatchObject({ name: 'First owner' });
  });

  it('its owner has the name that is given, sealed', async () => {
    const { grant } = await create({ ownerName: 'Grace Hopper' });
    const sealed = String(eventStore.events[1]?.data.sealedUser);
    expect(await subjectKeys.open(grant.ownerSubject, sealed)).toMatchObject({ name: 'Grace Hopper' });
    expect(JSON.stringify(eventStore.events)).not.toContain('Grace');
  });

  it('the log has no personal data in clear', async () => {
    await create();
    expect(JSON.stringify(eventStore.events)).not.toMatch(/usr_|127\.0\.0\.1|a test|"user_id":"operator"/);
  });
});

describe('a start that was broken off', () => {
  it('a start that was broken off after the organization continues where it was', async () => {
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, newEvents, expected) => {
      if (newEvents[0]?.type === 'UserCreated') throw new EventStoreUnavailableError('down');
      return append(stream, newEvents, expected);
    };
    await expect(create()).rejects.toThrow('down');
    eventStore.append = append;
    const organizationId = String(eventStore.events[0]?.data.organizationId);
    const { grant } = await create({ existing: { organization: true } }, organizationId);
    expect(grant.organizationId).toBe(organizationId);
    expect(types()).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated']);
  });

  it('a start that was broken off after the owner keeps the owner', async () => {
    const first = await create();
    const owner = { subject: first.grant.ownerSubject, userId: 'usr_1' };
    const again = await create({ existing: { organization: true, owner } }, first.organizationId);
    expect(again.grant.ownerSubject).toBe(owner.subject);
    expect(types()).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated', 'ApiKeyCreated']);
  });
});
