/** Data keys: 32 random bytes each, kept wrapped by the master key. A key destroyed is gone for good. */
export interface DataKeys {
  /** The key of `kind` and `id`, made where there is none. Every caller gets the same one. */
  getOrCreate(kind: string, id: string): Promise<Buffer>;
  /** The key, if there is one. A key destroyed by another process may still be returned for up to 2 s. */
  get(kind: string, id: string): Promise<Buffer | undefined>;
  /** Destroys the key; no error where there is none. */
  destroy(kind: string, id: string): Promise<void>;
}

/** Short texts that must come back in clear, such as the URL and secret of a webhook. */
export interface Secrets {
  /** Replaces a secret of this kind and id; durable when it resolves. */
  putSecret(kind: string, id: string, plaintext: string, organizationId: string): Promise<void>;
  getSecret(kind: string, id: string): Promise<string | undefined>;
  /** Deletes the secret; no error where there is none. */
  deleteSecret(kind: string, id: string): Promise<void>;
}

/** The data keys that there are, by their names. */
export interface DataKeyIds {
  /** Ids of the keys of `kind` that begin with a prefix, in no order. */
  idsOf(kind: string, prefix: string): Promise<string[]>;
}

/** Reads reject with SealBrokenError where the stored bytes were changed. */
export interface KeyVault extends DataKeys, DataKeyIds, Secrets {}
