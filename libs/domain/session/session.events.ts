import type { DomainEvent } from '../decider.js';

/** How a user proved to be the one: `new_password` by having just set it, `oidc` by the word of a provider of identities. */
export type SignInMethod = 'password' | 'new_password' | 'oidc';

export type SessionEvent =
  /** A user signed in. */
  | DomainEvent<
      'SessionBegan',
      {
        organizationId: string;
        sessionId: string;
        accountId: string;
        /** SHA-256 of the token in the user's cookie, in hexadecimal. */
        tokenHash: string;
        /** That of the account: the session ends when the account has another one. */
        generation: number;
        method: SignInMethod;
        /** End of its life however much it is used, RFC 3339. */
        expiresAt: string;
        beganAt: string;
      }
    >
  /** The user signed out. */
  | DomainEvent<'SessionEnded', { organizationId: string; sessionId: string; accountId: string; endedAt: string }>;
