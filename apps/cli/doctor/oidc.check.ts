import { oidcOf } from '#libs/platform/config/oidc-settings.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { ProviderAwayError } from '#libs/platform/openid-connect/openid-provider.errors.js';
import { type Finding, ok, wrong } from './finding.js';

const check = 'openid connect';

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
