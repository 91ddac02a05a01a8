import { organization } from '#libs/domain/organization/organization.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import { oidcOf } from '#libs/platform/config/oidc-settings.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { ProviderAwayError } from '#libs/platform/openid-connect/openid-provider.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Finding, ok, wrong } from './finding.js';

const check = 'openid connect';

/** Looks for the organization whose users sign in by the issuer, where one is set. */
export const oidcOrganizationFindings = async (
  settings: Settings,
  eventStore: Pick<EventStore, 'readStream'>,
): Promise<Finding[]> => {
  const { organizationId } = oidcOf(settings) ?? {};
  if (organizationId === undefined) return [];
  const created = await eventAt(eventStore, streamName(organization.category, organizationId));
  if (created !== undefined) return [ok(check, `the users of ${organizationId} sign in by the issuer`)];
  const remedy = 'Correct TRANSLEDGER_OIDC_ORGANIZATION: `transledger-admin organization list` has the ids';
  return [wrong(check, `there is no organization ${organizationId}: nobody signs in by the issuer`, remedy)];
};

/** Asks the issuer by which users sign in, where one is set. */
export const oidcFindings = async (settings: Settings): Promise<Finding[]> => {
  const configuration = oidcOf(settings);
  if (configuration === undefined) return [];
  const { OpenIdProvider } = await import('#libs/platform/openid-connect/openid-provider.js');
  const redirectUri = `${publicUrlOf(settings)}/v1/auth/oidc/callback`;
  try {
    await new OpenIdProvider({ ...configuration, redirectUri }).discover();
    return [ok(check, `the issuer answers; it must lead back to ${redirectUri}`)];
  } catch (error) {
    if (!(error instanceof ProviderAwayError)) throw error;
    const found = `the issuer cannot be used (${error.reason}): nobody signs in by it`;
    return [wrong(check, found, 'Start the provider, or correct TRANSLEDGER_OIDC_ISSUER')];
  }
};
