import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationSettings, SettingsChanges } from '#libs/domain/organization/organization-settings.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { organizations } from './organizations.projection.js';
import { OrganizationQueries } from './organizations.queries.js';

describe('organizations', () => {
  let fixture: ReadModelFixture;
  let queries: OrganizationQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new OrganizationQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('organization'));

  const log = new EventLog();
  const createdAt = '2026-11-21T09:30:00.123Z';
  const created = (organizationId: string, at = createdAt) =>
    log.event('OrganizationCreated', { organizationId, name: `Name of ${organizationId}`, tier: 'pro', createdAt: at });

  it('a new organization is shown as active in its tier', async () => {
    await fixture.given([organizations], [created('org_a')]);
    expect(await queries.find('org_a')).toEqual({
      id: 'org_a',
      name: 'Name of org_a',
      tier: 'pro',
      status: 'active',
      webhook_hosts: [],
      retention: { documents: null, reports: null, webhookDeliveries: null },
      created_at: createdAt,
    });
  });

  it.each([1, 10])('an organization follows tier, suspension and resumption (batches of %i)', async (batchSize) => {
    const organizationId = 'org_a';
    const changed = log.event('OrganizationTierChanged', { organizationId, tier: 'max', previousTier: 'pro' });
    const suspended = log.event('OrganizationSuspended', { organizationId, suspendedAt: createdAt });
    const resumed = log.event('OrganizationResumed', { organizationId, resumedAt: createdAt });

    await fixture.given([organizations], [created('org_a'), created('org_b'), changed, suspended], batchSize);
    expect(await queries.find('org_a')).toMatchObject({ tier: 'max', status: 'suspended' });
    expect(await queries.find('org_b')).toMatchObject({ tier: 'pro', status: 'active' });

    await fixture.given([organizations], [resumed]);
    expect(await queries.find('org_a')).toMatchObject({ tier: 'max', status: 'active' });
  });

  it.each([1, 10])('an organization shows the settings that it changed last (batches of %i)', async (batchSize) => {
    const before = {
      name: 'Name of org_a',
      webhookHosts: [],
      retention: { documents: null, reports: null, webhookDeliveries: null },
    };
    const changed = (changes: SettingsChanges, previous: OrganizationSettings = before) =>
      log.event('OrganizationSettingsChanged', { organizationId: 'org_a', changes, previous, changedAt: createdAt });
    const events = [
      created('org_a'),
      created('org_b'),
      changed({ name: 'Acme Oy', retention: { documents: 'P3D' } }),
      changed(
        { webhookHosts: ['hooks.example.com'], retention: { reports: 'P9D' } },
        { ...before, name: 'Acme Oy', retention: { ...before.retention, documents: 'P3D' } },
      ),
    ];
    await fixture.given([organizations], events, batchSize);
    expect(await queries.find('org_a')).toMatchObject({
      name: 'Acme Oy',
      webhook_hosts: ['hooks.example.com'],
      retention: { documents: 'P3D', reports: 'P9D', webhookDeliveries: null },
    });
    expect(await queries.find('org_b')).toMatchObject({ name: 'Name of org_b', webhook_hosts: [] });
  });

  it('all organizations are listed, oldest first', async () => {
    await fixture.given(
      [organizations],
      [created('org_c', '2026-03-01T00:00:00.000Z'), created('org_a', '2026-02-01T00:00:00.000Z'), created('org_b')],
    );
    expect((await queries.list()).map(({ id }) => id)).toEqual(['org_a', 'org_c', 'org_b']);
  });

  it('an id that no organization has finds nothing', async () => {
    expect(await queries.find('org_x')).toBeUndefined();
  });
});
