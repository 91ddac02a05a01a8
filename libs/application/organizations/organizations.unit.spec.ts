import { beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '#libs/domain/api-key/scopes.js';
import { generateApiKey } from '#libs/platform/ids/api-key-format.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { createOrganization, type NewOrganization, resume, setTier, suspend } from './organizations.js';

let ledger: { eventStore: InMemoryEventStore; subjectKeys: InMemorySubjectKeys };

beforeEach(() => {
  ledger = { eventStore: new InMemoryEventStore(), subjectKeys: new InMemorySubjectKeys() };
});

const create = (changes: Partial<NewOrganization> = {}) =>
  createOrganization(ledger, { name: 'Acme', tier: 'pro', userAgent: 'a test', ...changes });

const events = () => ledger.eventStore.events;
const types = () => events().map(({ type }) => type);

describe('a new organization', () => {
  it('is made with an owner, and last a key with every scope', async () => {
    const { organizationId, grant } = await create();
    expect(types()).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated']);
    expect(events()[0]?.data).toMatchObject({ organizationId, name: 'Acme', tier: 'pro' });
    expect(events()[1]?.data).toMatchObject({ organizationId, role: 'owner', subject: grant.ownerSubject });
    expect(grant).toMatchObject({ organizationId, scopes, ipAllowlist: [], expiresAt: null });
  });

  it('may be given its key', async () => {
    const presetKey = generateApiKey();
    expect((await create({ presetKey })).key).toBe(presetKey);
  });

  it('has nothing of a person in clear in the log', async () => {
    await create();
    expect(JSON.stringify(events())).not.toMatch(/usr_|127\.0\.0\.1|a test|"operator"[^}]*user_id/);
  });

  it('is another each time', async () => {
    expect((await create()).organizationId).not.toBe((await create()).organizationId);
  });
});

describe('a start that was broken off goes on where it was', () => {
  it('after the organization', async () => {
    const { eventStore } = ledger;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, newEvents, expected) => {
      if (newEvents[0]?.type === 'UserCreated') throw new EventStoreUnavailableError('down');
      return append(stream, newEvents, expected);
    };
    await expect(create()).rejects.toThrow('down');
    eventStore.append = append;
    const organizationId = String(events()[0]?.data.organizationId);
    const made = await create({ existing: { organizationId } });
    expect(made.organizationId).toBe(organizationId);
    expect(types()).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated']);
  });

  it('after the owner, who stays the one', async () => {
    const first = await create();
    const owner = { subject: first.grant.ownerSubject, userId: 'usr_1' };
    const again = await create({ existing: { organizationId: first.organizationId, owner } });
    expect(again.grant.ownerSubject).toBe(owner.subject);
    expect(types()).toEqual(['OrganizationCreated', 'UserCreated', 'ApiKeyCreated', 'ApiKeyCreated']);
  });
});

describe("the operator's commands", () => {
  it('change tier and status, each once', async () => {
    const { organizationId } = await create();
    await setTier(ledger, organizationId, 'entry', 'a test');
    await setTier(ledger, organizationId, 'entry', 'a test');
    await suspend(ledger, organizationId, 'a test');
    await suspend(ledger, organizationId, 'a test');
    await resume(ledger, organizationId, 'a test');
    expect(types().slice(3)).toEqual(['OrganizationTierChanged', 'OrganizationSuspended', 'OrganizationResumed']);
    expect(events().at(-1)?.metadata).toMatchObject({ actorType: 'operator', keyId: null, organizationId });
  });

  it.each([
    ['setTier', () => setTier(ledger, 'org_unknown', 'max', 'a test')],
    ['suspend', () => suspend(ledger, 'org_unknown', 'a test')],
    ['resume', () => resume(ledger, 'org_unknown', 'a test')],
  ])('%s of an organization that does not exist is refused', async (_which, command) => {
    expect((await rejectionOf(command)).code).toBe('not_found');
    expect(events()).toEqual([]);
  });
});
