import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { JsonObject } from '#libs/domain/json.js';
import { idFromBytes } from '#libs/platform/ids/id-form.js';
import { bindingOf, deriveKey, keyLength, seal, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import { type Clock, type KnownKey, SubjectCache } from './subject-cache.js';
import { type SealedData, SubjectErasedError, type SubjectKeys } from './subject-keys.port.js';
import { type SubjectRow, SubjectTable } from './subject-table.js';

export interface SubjectKeysOptions {
  pool: Pool;
  /** Master key, 32 bytes. */
  masterKey: Uint8Array;
  /** Max subjects, and max sealed texts, in memory. */
  cachedSubjects?: number;
  clock?: Clock;
}

const newReference = (): string => idFromBytes('sub', randomBytes(26));

const userKey = (organizationId: string, userId: string): string => JSON.stringify([organizationId, userId]);

class PostgresSubjectKeys implements SubjectKeys {
  constructor(
    private readonly table: SubjectTable,
    private readonly cache: SubjectCache,
    private readonly wrappingKey: Buffer,
    private readonly lookupKey: Buffer,
  ) {}

  async subjectFor(organizationId: string, userId: string): Promise<string> {
    for (;;) {
      const found = await this.find(organizationId, userId);
      if (found !== undefined) return found;
      const subject = newReference();
      const wrapped = seal(this.wrappingKey, randomBytes(keyLength), keyBinding(organizationId, subject));
      await this.table.insert(
        { organization_id: organizationId, subject, wrapped },
        this.lookup(organizationId, userId),
      );
    }
  }

  async find(organizationId: string, userId: string): Promise<string | undefined> {
    const user = userKey(organizationId, userId);
    const cached = this.cache.referenceOf(user);
    if (cached !== undefined) return cached;
    const keep = this.cache.keeper();
    const row = await this.table.findByLookup(this.lookup(organizationId, userId));
    if (row === undefined) return undefined;
    keep.key(row.subject, this.unwrap(row));
    keep.reference(user, row.subject);
    return row.subject;
  }

  async seal(subject: string, data: JsonObject): Promise<string> {
    const known = this.cache.keyOf(subject) ?? (await this.keysOf([subject])).get(subject);
    if (known === undefined || known.key === null) throw new SubjectErasedError();
    const json = JSON.stringify(data);
    const before = this.cache.textOf(subject, json);
    if (before !== undefined) return before;
    const sealed = seal(known.key, json, dataBinding(subject)).toString('base64url');
    this.cache.keepText(subject, json, sealed);
    return sealed;
  }

  async open(subject: string, sealed: string): Promise<JsonObject | null> {
    const [data = null] = await this.openMany([{ subject, sealed }]);
    return data;
  }

  async openMany(items: readonly SealedData[]): Promise<(JsonObject | null)[]> {
    const keys = await this.keysOf(items.map(({ subject }) => subject));
    return items.map(({ subject, sealed }) => {
      const key = keys.get(subject)?.key ?? null;
      if (key === null) return null;
      return JSON.parse(unseal(key, Buffer.from(sealed, 'base64url'), dataBinding(subject)).toString('utf8'));
    });
  }

  async erase(organizationId: string, userId: string): Promise<boolean> {
    const subject = await this.table.delete(this.lookup(organizationId, userId));
    this.cache.forget(userKey(organizationId, userId), subject);
    return subject !== undefined;
  }

  private async keysOf(subjects: readonly string[]): Promise<Map<string, KnownKey>> {
    const keys = new Map<string, KnownKey>();
    const unknown = new Set<string>();
    for (const subject of subjects) {
      const cached = this.cache.keyOf(subject);
      if (cached === undefined) unknown.add(subject);
      else keys.set(subject, cached);
    }
    if (unknown.size === 0) return keys;
    const keep = this.cache.keeper();
    for (const row of await this.table.findMany([...unknown])) {
      unknown.delete(row.subject);
      const key = this.unwrap(row);
      keep.key(row.subject, key);
      keys.set(row.subject, { key });
    }
    for (const subject of unknown) keep.key(subject, null);
    return keys;
  }

  private lookup(organizationId: string, userId: string): Buffer {
    return createHmac('sha256', this.lookupKey).update(userKey(organizationId, userId)).digest();
  }

  private unwrap(row: SubjectRow): Buffer {
    return unseal(this.wrappingKey, row.wrapped, keyBinding(row.organization_id, row.subject));
  }
}

const keyBinding = (organizationId: string, subject: string): Buffer =>
  bindingOf('subject-key', organizationId, subject);
const dataBinding = (subject: string): Buffer => bindingOf('subject-data', subject);

/** Opens the keys on the table of `migrateSubjectKeys`. Open the key vault first: it detects a wrong master key. */
export const openPostgresSubjectKeys = async (options: SubjectKeysOptions): Promise<SubjectKeys> => {
  const { pool, masterKey, cachedSubjects = 10_000, clock = performance } = options;
  return new PostgresSubjectKeys(
    new SubjectTable(pool),
    new SubjectCache(cachedSubjects, clock),
    deriveKey(masterKey, 'subject keys'),
    deriveKey(masterKey, 'subject lookup'),
  );
};
