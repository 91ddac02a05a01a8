/** The provider of identities did not answer as one does: its cause, in a word that quotes nothing of what was sent. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
  constructor(readonly reason: string) {
    super(`The provider of identities cannot be used: ${reason}`);
  }
}

/** The provider's answer does not prove who signs in; the reason quotes nothing of it. */
export class SignInNotProvenError extends Error {
  override readonly name = 'SignInNotProvenError';
  constructor(readonly reason: string) {
    super(`The answer of the provider proves nobody: ${reason}`);
  }
}
