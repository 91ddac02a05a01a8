/** Errors of a provider that does not know this client, or not by this secret: RFC 6749. */
export const clientErrors: readonly string[] = ['invalid_client', 'unauthorized_client'];

/** The provider of identities did not answer as one does: its cause, in a word that quotes nothing of what was sent. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
  constructor(readonly reason: string) {
    super(`The provider of identities cannot be used: ${reason}`);
  }

  /** Whether the settings of this service are to be corrected, rather than the provider to come back. */
  get isClientRefused(): boolean {
    return clientErrors.includes(this.reason);
  }
}

/** The provider's answer does not prove who signs in; the reason quotes nothing of it. */
export class SignInNotProvenError extends Error {
  override readonly name = 'SignInNotProvenError';
  constructor(readonly reason: string) {
    super(`The answer of the provider proves nobody: ${reason}`);
  }
}
