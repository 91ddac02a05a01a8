import type { Tier } from './organization.events.js';
import type { SettingsChanges } from './organization-settings.js';

interface OrganizationCommandOf<Type extends string> {
  type: Type;
  organizationId: string;
  /** Current time, RFC 3339. */
  now: string;
}

export type OrganizationCommand =
  | (OrganizationCommandOf<'CreateOrganization'> & { name: string; tier: Tier })
  | (OrganizationCommandOf<'SetOrganizationTier'> & { tier: Tier })
  | (OrganizationCommandOf<'ChangeOrganizationSettings'> & { changes: SettingsChanges })
  | OrganizationCommandOf<'SuspendOrganization'>
  | OrganizationCommandOf<'ResumeOrganization'>;
