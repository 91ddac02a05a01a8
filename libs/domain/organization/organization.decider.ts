import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { OrganizationCommand } from './organization.commands.js';
import type { OrganizationEvent, Tier } from './organization.events.js';
import { changedSettings, initialSettings, type OrganizationSettings } from './organization-settings.js';

export type Organization =
  | { status: 'none' }
  | {
      status: 'active' | 'suspended';
      tier: Tier;
      settings: OrganizationSettings;
      /** Ids of the engines outside that its texts may be sent to. */
      externalEngines: readonly string[];
    };

const decide = (command: OrganizationCommand, organization: Organization): OrganizationEvent[] => {
  const { organizationId, now } = command;
  if (command.type === 'CreateOrganization') {
    if (organization.status !== 'none')
      throw new Rejection('conflict', { message: 'The organization exists already.' });
    return [
      { type: 'OrganizationCreated', data: { organizationId, name: command.name, tier: command.tier, createdAt: now } },
    ];
  }
  if (organization.status === 'none') throw new Rejection('not_found', { message: 'The organization does not exist.' });
  switch (command.type) {
    case 'SetOrganizationTier':
      if (organization.tier === command.tier) return [];
      return [
        {
          type: 'OrganizationTierChanged',
          data: { organizationId, tier: command.tier, previousTier: organization.tier },
        },
      ];
    case 'ChangeOrganizationSettings': {
      const { changes } = command;
      const previous = organization.settings;
      return [{ type: 'OrganizationSettingsChanged', data: { organizationId, changes, previous, changedAt: now } }];
    }
    case 'SuspendOrganization':
      if (organization.status === 'suspended') return [];
      return [{ type: 'OrganizationSuspended', data: { organizationId, suspendedAt: now } }];
    case 'ResumeOrganization':
      if (organization.status === 'active') return [];
      return [{ type: 'OrganizationResumed', data: { organizationId, resumedAt: now } }];
    default:
      return assertNever(command);
  }
};

const evolve = (organization: Organization, event: OrganizationEvent): Organization => {
  if (event.type === 'OrganizationCreated') {
    const { name, tier } = event.data;
    return { status: 'active', tier, settings: initialSettings(name), externalEngines: [] };
  }
  if (organization.status === 'none') return organization;
  switch (event.type) {
    case 'OrganizationTierChanged':
      return { ...organization, tier: event.data.tier };
    case 'OrganizationSettingsChanged':
      return { ...organization, settings: changedSettings(organization.settings, event.data.changes) };
    case 'ExternalEnginesChanged':
      return { ...organization, externalEngines: event.data.engines };
    case 'OrganizationSuspended':
      return { ...organization, status: 'suspended' };
    case 'OrganizationResumed':
      return { ...organization, status: 'active' };
    default:
      return assertNever(event);
  }
};

export const organization: Decider<OrganizationCommand, OrganizationEvent, Organization> = {
  category: 'organization',
  initialState: { status: 'none' },
  decide,
  evolve,
};
