/** Data keys: 32 random bytes each, kept wrapped by the master key. A key destroyed is gone for good. */
export interface DataKeys {
  /** The key of `kind` and `id`, made where there is none. Everybody who asks gets the same one. */
  getOrCreate(kind: string, id: string): Promise<Buffer>;
  /** A key destroyed by another process may still be given for up to 2 s. */
  get(kind: string, id: string): Promise<Buffer | undefined>;
  /** Destroying what is not there is not an error. */
  destroy(kind: string, id: string): Promise<void>;
}

/** Short texts that must come back in clear, such as the URL and secret of a webhook. */
export interface Secrets {
  /** Durable when it resolves; a secret of this kind and id is replaced. */
  putSecret(kind: string, id: string, plaintext: string, organizationId: string): Promise<void>;
  getSecret(kind: string, id: string): Promise<string | undefined>;
  /** Deleting what is not there is not an error. */
  deleteSecret(kind: string, id: string): Promise<void>;
}

/** What is read rejects with SealBrokenError where somebody changed what is kept. */
export interface KeyVault extends DataKeys, Secrets {}
