import { randomBytes } from 'node:crypto';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';

/** A vault in memory. */
export class InMemoryKeyVault implements KeyVault {
  private readonly keys = new Map<string, Buffer>();
  private readonly secrets = new Map<string, string>();

  async getOrCreate(kind: string, id: string): Promise<Buffer> {
    const key = (await this.get(kind, id)) ?? randomBytes(32);
    this.keys.set(`${kind}/${id}`, key);
    return key;
  }

  async get(kind: string, id: string): Promise<Buffer | undefined> {
    return this.keys.get(`${kind}/${id}`);
  }

  async destroy(kind: string, id: string): Promise<void> {
    this.keys.delete(`${kind}/${id}`);
  }

  async idsOf(kind: string, prefix: string): Promise<string[]> {
    const ids = [...this.keys.keys()].filter((name) => name.startsWith(`${kind}/${prefix}`));
    return ids.map((name) => name.slice(kind.length + 1));
  }

  async putSecret(kind: string, id: string, plaintext: string): Promise<void> {
    this.secrets.set(`${kind}/${id}`, plaintext);
  }

  async getSecret(kind: string, id: string): Promise<string | undefined> {
    return this.secrets.get(`${kind}/${id}`);
  }

  async deleteSecret(kind: string, id: string): Promise<void> {
    this.secrets.delete(`${kind}/${id}`);
  }
}
