import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SealBrokenError } from '#libs/ports/key-vault/key-vault.errors.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { bindingOf, deriveKey, seal, unseal } from '#libs/ports/key-vault/sealed-bytes.js';

const kind = 'idempotency';
/** The kind of the keys that answers are sealed with, one an organization: without it no answer can be read again. */
export const answerKeyKind = 'idempotency-answers';
/** Organizations whose key is kept in memory, at most. */
const remembered = 10_000;

const placeOf = (what: 'seed' | 'answer', keyHash: Buffer): Buffer => bindingOf(kind, what, keyHash.toString('hex'));

/** Hashes the requests of one organization, and seals what is kept of them beside their answers. */
export class OrganizationKey {
  private readonly hashKey: KeyObject;
  private readonly sealKey: Buffer;

  constructor(dataKey: Buffer) {
    this.hashKey = createSecretKey(deriveKey(dataKey, 'idempotency hashes'));
    this.sealKey = deriveKey(dataKey, 'idempotency seals');
  }

  /** Keyed hash: its input cannot be guessed from it. */
  hash(purpose: 'key' | 'route' | 'body', value: Uint8Array | string): Buffer {
    return createHmac('sha256', this.hashKey).update(`${purpose}/`).update(value).digest();
  }

  sealSeed(keyHash: Buffer, seed: Uint8Array): Buffer {
    return seal(this.sealKey, seed, placeOf('seed', keyHash));
  }

  unsealSeed(keyHash: Buffer, sealed: Uint8Array): Buffer {
    return unseal(this.sealKey, sealed, placeOf('seed', keyHash));
  }

  /** Opens an answer that a release before this one sealed, with this key. @throws SealBrokenError */
  unsealEarlier(keyHash: Buffer, sealed: Uint8Array): Buffer {
    return unseal(this.sealKey, sealed, placeOf('answer', keyHash));
  }
}

const openedOr = (open: () => Buffer): Buffer | undefined => {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined;
    throw error;
  }
};

/** The keys of each organization, wrapped by the master key in the vault. */
export class OrganizationKeys {
  private readonly known = new LRUCache<string, OrganizationKey>({ max: remembered });

  constructor(private readonly vault: Pick<DataKeys, 'get' | 'getOrCreate'>) {}

  async of(organizationId: string): Promise<OrganizationKey> {
    const known = this.known.get(organizationId);
    if (known !== undefined) return known;
    const key = new OrganizationKey(await this.vault.getOrCreate(kind, organizationId));
    this.known.set(organizationId, key);
    return key;
  }

  /** Seals an answer with a key that an erasure destroys, for the answer may name whom it erases. */
  async sealAnswer(organizationId: string, keyHash: Buffer, answer: Uint8Array): Promise<Buffer> {
    const key =
      (await this.vault.get(answerKeyKind, organizationId)) ??
      (await this.vault.getOrCreate(answerKeyKind, organizationId));
    return seal(key, answer, placeOf('answer', keyHash));
  }

  /** The answer; undefined where its key was destroyed. */
  async unsealAnswer(organizationId: string, keyHash: Buffer, sealed: Uint8Array): Promise<Buffer | undefined> {
    const key = await this.vault.get(answerKeyKind, organizationId);
    const opened = key && openedOr(() => unseal(key, sealed, placeOf('answer', keyHash)));
    if (opened !== undefined) return opened;
    const earlier = await this.of(organizationId);
    return openedOr(() => earlier.unsealEarlier(keyHash, sealed));
  }
}
