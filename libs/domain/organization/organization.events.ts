import type { DomainEvent } from '../decider.js';
import type { OrganizationSettings, SettingsChanges } from './organization-settings.js';

export const tiers = ['entry', 'pro', 'max'] as const;
export type Tier = (typeof tiers)[number];

export type OrganizationEvent =
  | DomainEvent<'OrganizationCreated', { organizationId: string; name: string; tier: Tier; createdAt: string }>
  | DomainEvent<'OrganizationTierChanged', { organizationId: string; tier: Tier; previousTier: Tier }>
  | DomainEvent<
      'OrganizationSettingsChanged',
      {
        organizationId: string;
        /** The requested changes, also those that were so before. */
        changes: SettingsChanges;
        /** All settings before. */
        previous: OrganizationSettings;
        changedAt: string;
      }
    >
  /** Texts of the organization may leave the machine for these engines, and for no others. */
  | DomainEvent<
      'ExternalEnginesChanged',
      {
        organizationId: string;
        /** Ids of all engines that are allowed from now on. */
        engines: string[];
        previous: string[];
        changedAt: string;
      }
    >
  | DomainEvent<'OrganizationSuspended', { organizationId: string; suspendedAt: string }>
  | DomainEvent<'OrganizationResumed', { organizationId: string; resumedAt: string }>;
