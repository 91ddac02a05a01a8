import * as client from 'openid-client';
import { BoundedFetch } from '../outbound-http/bounded-fetch.js';
import { failureReasonOf } from '../outbound-http/failure-reason.js';
import { clientErrors, ProviderAwayError, SignInNotProvenError } from './openid-provider.errors.js';

export interface OpenIdClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider leads the browser back to. */
  redirectUri: string;
}

/** Secrets of one attempt to sign in, which only the browser that began it has. */
export interface SignInFlow {
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
}

/** The user who signs in, as the provider states it. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** The address, where the provider says that it has verified it. */
  verifiedEmail: () => Promise<string | undefined>;
}

const timeoutSeconds = 10;
const maxBytes = 256 * 1_024;
/** Seconds by which the clock of the provider may be off. */
const clockToleranceSeconds = 60;
/** Milliseconds for which what discovery said is taken for true. Keys are asked for again when one is unknown. */
const discoveredForMs = 60 * 60_000;

/** The cause behind what the library has made of it. */
const awayIn = (error: unknown): ProviderAwayError | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderAwayError) return cause;
  }
  return undefined;
};

const errorCode = /^[A-Za-z_]{1,64}$/;
const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && errorCode.test(code) ? code : 'unknown';
};

/** Codes of an answer that a provider in order does not give, or of none at all. */
const awayCodes = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_PARSE_ERROR'],
  ...['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'],
]);
/** No key that the provider has shown is that of its signature. */
const unknownKey = 'OAUTH_KEY_SELECTION_FAILED';
/** Errors of a provider that is not able to answer, or does not know this client: RFC 6749. */
const awayErrors = new Set([...clientErrors, 'server_error', 'temporarily_unavailable']);

/** Errors of the library quote what came back; only their codes go on. */
const failureOf = (error: unknown): ProviderAwayError | SignInNotProvenError => {
  const away = awayIn(error);
  if (away !== undefined) return away;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    const said = errorCode.test(error.error) ? error.error : 'unknown';
    const isOfBrowser = error instanceof client.AuthorizationResponseError;
    return awayErrors.has(said) && !isOfBrowser
      ? new ProviderAwayError(said)
      : new SignInNotProvenError(`provider_${said}`);
  }
  const code = codeOf(error);
  return awayCodes.has(code) ? new ProviderAwayError(code) : new SignInNotProvenError(code);
};

/** A provider of identities, by OpenID Connect: authorization code flow with PKCE. */
export class OpenIdProvider {
  private readonly outbound: BoundedFetch;
  private discovered: { configuration: Promise<client.Configuration>; at: number } | undefined;

  constructor(
    private readonly options: OpenIdClient,
    private readonly now: () => number = Date.now,
  ) {
    const { hostname } = new URL(options.issuer);
    this.outbound = new BoundedFetch({ chosenHost: hostname, timeoutMs: timeoutSeconds * 1_000, maxBytes });
  }

  /** Asks the provider what it offers, unless it has said so within the hour. @throws ProviderAwayError */
  async discover(): Promise<void> {
    await this.configuration();
  }

  /** A new attempt, and where the browser goes for it. @throws ProviderAwayError */
  async begin(): Promise<{ flow: SignInFlow; url: string }> {
    const configuration = await this.configuration();
    const verifier = client.randomPKCECodeVerifier();
    const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier };
    const url = client.buildAuthorizationUrl(configuration, {
      scope: 'openid email',
      redirect_uri: this.options.redirectUri,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { flow, url: url.href };
  }

  /**
   * Exchanges what the browser came back with for who it is: signature, issuer, audience, times and nonce are checked.
   * @param search of the URL that the browser was led to, with its `?`
   * @throws SignInNotProvenError; ProviderAwayError
   */
  async complete(search: string, { state, nonce, verifier }: SignInFlow): Promise<ProvenIdentity> {
    const configuration = await this.configuration();
    const cameBack = new URL(search, this.options.redirectUri);
    const tokens = await client
      .authorizationCodeGrant(configuration, cameBack, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        const failure = failureOf(error);
        // What is remembered of the provider is of before: the next attempt asks anew. No caller can bring that about.
        if (failure instanceof ProviderAwayError || failure.reason === unknownKey) this.discovered = undefined;
        throw failure;
      });
    const claims = tokens.claims();
    if (claims === undefined) throw new SignInNotProvenError('no_claims');
    const { iss: issuer, sub: subject, email } = claims;
    const verifiedEmail = async (): Promise<string | undefined> => {
      if (email !== undefined) return verifiedEmailIn(claims);
      const info = await client.fetchUserInfo(configuration, tokens.access_token, subject).catch((error: unknown) => {
        throw failureOf(error);
      });
      return verifiedEmailIn(info);
    };
    return { issuer, subject, verifiedEmail };
  }

  /** Callers at the same time share one request; a failure is forgotten. */
  private configuration(): Promise<client.Configuration> {
    const known = this.discovered;
    if (known !== undefined && this.now() - known.at < discoveredForMs) return known.configuration;
    const found = { configuration: this.ask(), at: this.now() };
    this.discovered = found;
    found.configuration.catch(() => {
      if (this.discovered === found) this.discovered = undefined;
    });
    return found.configuration;
  }

  private async ask(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const url = new URL(issuer);
    const isPlain = url.protocol === 'http:';
    const settings = {
      [client.customFetch]: (target: string, request: client.CustomFetchOptions) => this.fetch(target, request),
      timeout: timeoutSeconds,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    };
    const metadata = { [client.clockTolerance]: clockToleranceSeconds };
    const authentication: client.ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const isBasic = methods.includes('client_secret_basic');
      const authenticate = isBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret);
      authenticate(server, ...rest);
    };
    try {
      return await client.discovery(url, clientId, metadata, authentication, settings);
    } catch (error) {
      throw awayIn(error) ?? new ProviderAwayError(codeOf(error));
    }
  }

  /** A provider that cannot be reached, or does not answer, is away whatever it was asked. */
  private async fetch(url: string, { method, headers, body }: client.CustomFetchOptions): Promise<Response> {
    const response = await this.outbound.fetch(url, { method, headers, body }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new ProviderAwayError(isLate ? 'timed_out' : (failureReasonOf(error) ?? 'connection_failed'));
    });
    if (response.status >= 500 || response.status === 429) throw new ProviderAwayError(`status_${response.status}`);
    return response;
  }
}

/** Only the word of the provider counts, as the boolean that the standard has. */
const verifiedEmailIn = ({ email, email_verified: isVerified }: Record<string, unknown>): string | undefined =>
  isVerified === true && typeof email === 'string' && email !== '' ? email : undefined;
