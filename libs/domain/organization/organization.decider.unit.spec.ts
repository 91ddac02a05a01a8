import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { organization } from './organization.decider.js';
import type { OrganizationEvent } from './organization.events.js';

const organizationId = 'org_1';
const now = '2026-11-21T08:00:00.000Z';
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { organizationId, name: 'Acme', tier: 'pro', createdAt: now },
};
const suspended: OrganizationEvent = { type: 'OrganizationSuspended', data: { organizationId, suspendedAt: now } };

describe('organization', () => {
  it('an organization is created once', () => {
    const create = { type: 'CreateOrganization', organizationId, name: 'Acme', tier: 'pro', now } as const;
    given(organization, []).when(create).then([created]);
    given(organization, [created]).when(create).thenRejected('conflict');
  });

  it('an organization changes its tier, and the event names the old one', () =>
    given(organization, [created])
      .when({ type: 'SetOrganizationTier', organizationId, tier: 'max', now })
      .then([{ type: 'OrganizationTierChanged', data: { organizationId, tier: 'max', previousTier: 'pro' } }]));

  it('an organization does not change when it is given the tier that it has', () =>
    given(organization, [created]).when({ type: 'SetOrganizationTier', organizationId, tier: 'pro', now }).then([]));

  it('an organization changes its settings, and the event names those of before', () => {
    const change = {
      type: 'ChangeOrganizationSettings',
      organizationId,
      changes: { name: 'Acme Oy', retention: { documents: 'P3D' } },
      now,
    } as const;
    const before = {
      name: 'Acme',
      webhookHosts: [],
      retention: { documents: null, reports: null, webhookDeliveries: null },
    };
    const changed = (previous: typeof before): OrganizationEvent => ({
      type: 'OrganizationSettingsChanged',
      data: { organizationId, changes: change.changes, previous, changedAt: now },
    });
    given(organization, [created])
      .when(change)
      .then([changed(before)]);
    const after = { name: 'Acme Oy', webhookHosts: [], retention: { ...before.retention, documents: 'P3D' } } as never;
    given(organization, [created, changed(before)])
      .when(change)
      .then([changed(after)]);
    given(organization, []).when(change).thenRejected('not_found');
  });

  it('an organization is suspended once', () => {
    const suspend = { type: 'SuspendOrganization', organizationId, now } as const;
    given(organization, [created]).when(suspend).then([suspended]);
    given(organization, [created, suspended]).when(suspend).then([]);
  });

  it('an organization is resumed only after it was suspended', () => {
    const resume = { type: 'ResumeOrganization', organizationId, now } as const;
    given(organization, [created]).when(resume).then([]);
    given(organization, [created, suspended])
      .when(resume)
      .then([{ type: 'OrganizationResumed', data: { organizationId, resumedAt: now } }]);
  });

  it('an organization cannot be changed before it exists', () =>
    given(organization, []).when({ type: 'SuspendOrganization', organizationId, now }).thenRejected('not_found'));

  it('an organization allows no engine outside, and then those that it named last', () => {
    const allowed = (engines: string[], previous: string[]): OrganizationEvent => ({
      type: 'ExternalEnginesChanged',
      data: { organizationId, engines, previous, changedAt: now },
    });
    expect(fold(organization, [created])).toMatchObject({ externalEngines: [] });
    const changes = [allowed(['cloud', 'deepl'], []), allowed(['deepl'], ['cloud', 'deepl'])];
    expect(fold(organization, [created, ...changes, suspended])).toMatchObject({ externalEngines: ['deepl'] });
  });
});
