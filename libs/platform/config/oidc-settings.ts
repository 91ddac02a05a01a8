import { isId } from '#libs/platform/ids/id-form.js';
import { type Parser, text } from './parsers.js';
import { optional } from './setting.js';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Issuers of Microsoft Entra ID that stand for many tenants: the library accepts a token of any of them. */
const ofManyTenants =
  /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers|%7Btenantid%7D)(?:\/|$)/i;

/** Parses the issuer, which stays as the provider writes it: tokens must name the same string. */
const issuer: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname));
  if (url === undefined || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must be a URL beginning with https:// without a query, as the provider names itself');
  if (ofManyTenants.test(url.href))
    throw new Error('must be the issuer of one tenant, not of all that its provider has');
  return value;
};

const organizationId: Parser<string> = (value) => {
  if (!isId(value, 'org')) throw new Error('must be the id of an organization, org_…');
  return value;
};

/** Sign-in by a provider of identities; all are set, or none. */
export const oidcSettings = {
  TRANSLEDGER_OIDC_ISSUER: optional(
    issuer,
    'Issuer of OpenID Connect by which users sign in, https://…; nobody signs in so when unset.',
  ),
  TRANSLEDGER_OIDC_CLIENT_ID: optional(text, 'Id by which the issuer knows this service.'),
  TRANSLEDGER_OIDC_CLIENT_SECRET: optional(text, 'Secret by which this service proves to the issuer to be the one.'),
  TRANSLEDGER_OIDC_ORGANIZATION: optional(organizationId, 'Organization whose users sign in by the issuer.'),
};

interface Given {
  TRANSLEDGER_OIDC_ISSUER: string | undefined;
  TRANSLEDGER_OIDC_CLIENT_ID: string | undefined;
  TRANSLEDGER_OIDC_CLIENT_SECRET: string | undefined;
  TRANSLEDGER_OIDC_ORGANIZATION: string | undefined;
}

export interface OidcConfiguration {
  issuer: string;
  clientId: string;
  clientSecret: string;
  organizationId: string;
}

/** Undefined unless all four settings are there. */
export const oidcOf = (settings: Given): OidcConfiguration | undefined => {
  const {
    TRANSLEDGER_OIDC_ISSUER: issuer,
    TRANSLEDGER_OIDC_CLIENT_ID: clientId,
    TRANSLEDGER_OIDC_CLIENT_SECRET: clientSecret,
    TRANSLEDGER_OIDC_ORGANIZATION: organizationId,
  } = settings;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return organizationId === undefined ? undefined : { issuer, clientId, clientSecret, organizationId };
};
