import { createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { JsonObject } from '#libs/domain/json.js';
import { idFromBytes } from '#libs/platform/ids/id-form.js';
import { purgeKeyStore } from '#libs/ports/key-vault/purge-key-store.js';
import { bindingOf, deriveKey, keyLength, seal, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import { commitTo } from './commitment.js';
import { type Clock, type KnownKey, SubjectCache } from './subject-cache.js';
import {
  type OpenedLayer,
  type PersonalLayer,
  type SealedData,
  type SealedPersonalData,
  SubjectErasedError,
  type SubjectKeys,
  type SubjectType,
} from './subject-keys.port.js';
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

/** Users have no type in theirs: they were the only subjects once. */
const nameOf = (organizationId: string, id: string, type: SubjectType): string =>
  JSON.stringify(type === 'user' ? [organizationId, id] : [organizationId, type, id]);

class PostgresSubjectKeys implements SubjectKeys {
  constructor(
    private readonly pool: Pool,
    private readonly table: SubjectTable,
    private readonly cache: SubjectCache,
    private readonly wrappingKey: Buffer,
    private readonly lookupKey: Buffer,
  ) {}

  async subjectFor(organizationId: string, id: string, type: SubjectType = 'user'): Promise<string> {
    for (;;) {
      const found = await this.find(organizationId, id, type);
      if (found !== undefined) return found;
      const subject = newReference();
      const wrapped = seal(this.wrappingKey, randomBytes(keyLength), keyBinding(organizationId, subject));
      await this.table.insert(
        { organization_id: organizationId, subject, wrapped },
        this.lookup(nameOf(organizationId, id, type)),
      );
    }
  }

  async find(organizationId: string, id: string, type: SubjectType = 'user'): Promise<string | undefined> {
    const name = nameOf(organizationId, id, type);
    const cached = this.cache.referenceOf(name);
    if (cached !== undefined) return cached;
    const keep = this.cache.keeper();
    const row = await this.table.findByLookup(this.lookup(name));
    if (row === undefined) return undefined;
    keep.key(row.subject, this.unwrap(row));
    keep.reference(name, row.subject);
    return row.subject;
  }

  async findMany(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const lookups = new Map(
      ids.map((id) => {
        const lookup = this.lookup(nameOf(organizationId, id, 'user'));
        return [lookup.toString('hex'), { id, lookup }];
      }),
    );
    const rows = await this.table.findByLookups([...lookups.values()].map(({ lookup }) => lookup));
    return new Map(rows.map(({ subject, lookup }) => [lookups.get(lookup.toString('hex'))?.id ?? '', subject]));
  }

  async seal(subject: string, data: JsonObject): Promise<string> {
    const keys = await this.existingKeysOf([subject]);
    const json = JSON.stringify(data);
    const before = this.cache.textOf(`${subject}${json}`);
    if (before !== undefined) return before.sealed;
    const sealed = sealWith(keys, subject, json);
    this.cache.keepText(`${subject}${json}`, { sealed, commitments: {} });
    return sealed;
  }

  async sealPersonal(layers: readonly PersonalLayer[]): Promise<SealedPersonalData> {
    const keys = await this.existingKeysOf(layers.map(({ subject }) => subject));
    const data = JSON.stringify(layers);
    const before = this.cache.textOf(data);
    if (before !== undefined) return before;
    const commitments: Record<string, string> = {};
    let sealed: string | undefined;
    for (const { subject, values } of layers.toReversed()) {
      const made = commitTo(values, randomBytes);
      Object.assign(commitments, made.commitments);
      const beside: OpenedLayer = { salts: made.salts, ...(sealed === undefined ? {} : { inner: sealed }) };
      sealed = sealWith(keys, subject, JSON.stringify({ ...values, ...beside }));
    }
    if (sealed === undefined) throw new Error('Personal data have at least one layer');
    const personal = { sealed, commitments };
    this.cache.keepText(data, personal);
    return personal;
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

  async destroy(subject: string): Promise<boolean> {
    const wasThere = await this.table.delete(subject);
    this.cache.forget(subject);
    return wasThere;
  }

  purge(): Promise<void> {
    return purgeKeyStore(this.pool);
  }

  private async existingKeysOf(subjects: readonly string[]): Promise<Map<string, Buffer>> {
    const keys = new Map<string, Buffer>();
    for (const [subject, { key }] of await this.keysOf(subjects)) if (key !== null) keys.set(subject, key);
    const gone = subjects.filter((subject) => !keys.has(subject));
    for (const subject of gone) this.cache.forgetReferencesTo(subject);
    if (gone.length > 0) throw new SubjectErasedError();
    return keys;
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

  private lookup(name: string): Buffer {
    return createHmac('sha256', this.lookupKey).update(name).digest();
  }

  private unwrap(row: SubjectRow): Buffer {
    return unseal(this.wrappingKey, row.wrapped, keyBinding(row.organization_id, row.subject));
  }
}

const keyBinding = (organizationId: string, subject: string): Buffer =>
  bindingOf('subject-key', organizationId, subject);
const dataBinding = (subject: string): Buffer => bindingOf('subject-data', subject);

const sealWith = (keys: ReadonlyMap<string, Buffer>, subject: string, json: string): string => {
  const key = keys.get(subject);
  if (key === undefined) throw new SubjectErasedError();
  return seal(key, json, dataBinding(subject)).toString('base64url');
};

/** Opens the keys on the table of `migrateSubjectKeys`. Open the key vault first: it detects a wrong master key. */
export const openPostgresSubjectKeys = async (options: SubjectKeysOptions): Promise<SubjectKeys> => {
  const { pool, masterKey, cachedSubjects = 10_000, clock = performance } = options;
  return new PostgresSubjectKeys(
    pool,
    new SubjectTable(pool),
    new SubjectCache(cachedSubjects, clock),
    deriveKey(masterKey, 'subject keys'),
    deriveKey(masterKey, 'subject lookup'),
  );
};
