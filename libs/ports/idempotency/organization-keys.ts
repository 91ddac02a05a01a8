import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { bindingOf, deriveKey, seal, unseal } from '#libs/ports/key-vault/sealed-bytes.js';

const kind = 'idempotency';
/** Organizations whose key is kept in memory, at most. */
const remembered = 10_000;

/** Hashes and seals the requests and responses of one organization. */
export class OrganizationKey {
  private readonly hashKey: Buffer;
  private readonly sealKey: Buffer;

  constructor(dataKey: Buffer) {
    this.hashKey = deriveKey(dataKey, 'idempotency hashes');
    this.sealKey = deriveKey(dataKey, 'idempotency seals');
  }

  /** Keyed hash: its input cannot be guessed from it. */
  hash(purpose: 'key' | 'route' | 'body', value: Uint8Array | string): Buffer {
    return createHmac('sha256', this.hashKey).update(`${purpose}/`).update(value).digest();
  }

  seal(purpose: 'seed' | 'answer', keyHash: Buffer, plain: Uint8Array): Buffer {
    return seal(this.sealKey, plain, bindingOf(kind, purpose, keyHash.toString('hex')));
  }

  unseal(purpose: 'seed' | 'answer', keyHash: Buffer, sealed: Uint8Array): Buffer {
    return unseal(this.sealKey, sealed, bindingOf(kind, purpose, keyHash.toString('hex')));
  }
}

/** The key of each organization, wrapped by the master key in the vault. */
export class OrganizationKeys {
  private readonly known = new LRUCache<string, OrganizationKey>({ max: remembered });

  constructor(private readonly vault: Pick<DataKeys, 'getOrCreate'>) {}

  async of(organizationId: string): Promise<OrganizationKey> {
    const known = this.known.get(organizationId);
    if (known !== undefined) return known;
    const key = new OrganizationKey(await this.vault.getOrCreate(kind, organizationId));
    this.known.set(organizationId, key);
    return key;
  }
}
