import type { Provider } from '@nestjs/common';
import { oidcOf } from '#libs/platform/config/oidc-settings.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ACCOUNTS, EVENT_STORE, SETTINGS, SIGN_IN_COOKIE_KEY } from '#libs/ports/tokens.js';
import { BrowserSessions } from '../../http/browser-sessions.js';
import { AccountAccess } from '../account-access.js';
import { FlowCookie } from './flow-cookie.js';
import { OIDC_SIGN_IN, type OidcSignIn } from './oidc.controller.js';
import { OidcUsers } from './oidc-users.js';

/** Undefined where the operator has named no issuer. The provider is asked at the first sign-in, and holds up no start. */
export const oidcSignInProvider: Provider = {
  provide: OIDC_SIGN_IN,
  inject: [SETTINGS, SIGN_IN_COOKIE_KEY, BrowserSessions, EVENT_STORE, ACCOUNTS, AccountAccess],
  useFactory: async (
    settings: Settings,
    cookieKey: Buffer,
    browsers: BrowserSessions,
    eventStore: EventStore,
    accounts: Accounts,
    accountAccess: AccountAccess,
  ): Promise<OidcSignIn | undefined> => {
    const configuration = oidcOf(settings);
    if (configuration === undefined) return undefined;
    const { OpenIdProvider } = await import('#libs/platform/openid-connect/openid-provider.js');
    const { organizationId, ...client } = configuration;
    const publicUrl = publicUrlOf(settings);
    return {
      organizationId,
      provider: new OpenIdProvider({ ...client, redirectUri: `${publicUrl}/v1/auth/oidc/callback` }),
      users: new OidcUsers({ organizationId, eventStore, accounts, accountAccess }),
      cookie: new FlowCookie(cookieKey, browsers),
      goesOnTo: `${publicUrl}/console/`,
    };
  },
};
