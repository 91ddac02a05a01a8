import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { SealBrokenError } from '#libs/ports/key-vault/key-vault.errors.js';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { commitmentTo } from './commitment.js';
import { openPostgresSubjectKeys } from './postgres-subject-keys.js';
import { type OpenedLayer, type PersonalLayer, SubjectErasedError, type SubjectKeys } from './subject-keys.port.js';
import { migrateSubjectKeys } from './subject-table.js';

const masterKey = randomBytes(32);
const client = { user_id: 'usr_1', ip_address: '203.0.113.7', user_agent: 'curl/8 «ü»' };

let database: TestDatabase;
let pool: Pool;
let keys: SubjectKeys;
let time = 1_000;
/** The keys as another process sees them on the same database. */
const another = (): Promise<SubjectKeys> => openPostgresSubjectKeys({ pool, masterKey, clock: { now: () => time } });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 10, applicationName: 'test' });
  await migrateSubjectKeys(pool);
  keys = await openPostgresSubjectKeys({ pool, masterKey });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the reference of a user', () => {
  it('the reference of a user is the same for all callers at the same time', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, another));
    const found = await Promise.all([...others, ...others].map((peer) => peer.subjectFor('org_1', 'together')));
    expect(new Set(found).size).toBe(1);
    expect(await keys.subjectFor('org_1', 'together')).toBe(found[0]);
  });

  it('the reference of a user has the form of an id', async () =>
    expect(await keys.subjectFor('org_1', 'form')).toMatch(/^sub_[0-9A-HJKMNP-TV-Z]{26}$/));

  it('each user and organization has another reference', async () => {
    const found = [
      await keys.subjectFor('org_1', 'usr_a'),
      await keys.subjectFor('org_1', 'usr_b'),
      await keys.subjectFor('org_2', 'usr_a'),
      await keys.subjectFor('org', '_2usr_a'),
    ];
    expect(new Set(found).size).toBe(4);
  });

  it('a reference is found only where it was made', async () => {
    expect(await keys.find('org_1', 'nobody')).toBeUndefined();
    const subject = await keys.subjectFor('org_1', 'somebody');
    expect(await (await another()).find('org_1', 'somebody')).toBe(subject);
    expect(await keys.find('org_2', 'somebody')).toBeUndefined();
  });

  it('references of many users of an organization are found with one look-up, and of no others', async () => {
    const first = await keys.subjectFor('org_1', 'first');
    const second = await keys.subjectFor('org_1', 'second');
    await keys.subjectFor('org_2', 'elsewhere');
    await keys.subjectFor('org_1', '203.0.113.9', 'ip_address');
    expect(await keys.findMany('org_1', ['second', 'elsewhere', 'first', 'nobody', '203.0.113.9'])).toEqual(
      new Map([
        ['first', first],
        ['second', second],
      ]),
    );
    expect(await keys.findMany('org_1', [])).toEqual(new Map());
    await keys.destroy(first);
    expect(await keys.findMany('org_1', ['first'])).toEqual(new Map());
  });

  it('nothing in the database names the user', async () => {
    await keys.subjectFor('org_1', 'usr_named');
    const { rows } = await pool.query('select s::text as row from vault.subject s');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain('usr_named');
      expect(row).not.toContain(Buffer.from('usr_named').toString('hex'));
    }
  });
});

describe('sealed data', () => {
  it('sealed data come back as they were, in every process', async () => {
    const subject = await keys.subjectFor('org_1', 'sealing');
    const sealed = await keys.seal(subject, client);
    expect(await keys.open(subject, sealed)).toEqual(client);
    expect(await (await another()).open(subject, sealed)).toEqual(client);
  });

  it('sealed data are a short text that is safe in a URL and shows nothing', async () => {
    const subject = await keys.subjectFor('org_1', 'sealing');
    const sealed = await keys.seal(subject, client);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(sealed.length).toBeLessThanOrEqual((Buffer.byteLength(JSON.stringify(client)) * 4) / 3 + 40);
  });

  it('data are sealed once while they are the same, and anew when they differ', async () => {
    const peer = await another();
    const subject = await peer.subjectFor('org_1', 'repeated');
    const sealed = await peer.seal(subject, client);
    expect(await peer.seal(subject, { ...client })).toBe(sealed);
    expect(await peer.seal(subject, { ...client, ip_address: '203.0.113.8' })).not.toBe(sealed);
    time += 120_000;
    expect(await peer.seal(subject, client)).not.toBe(sealed);
  });

  it('sealed data open for their own subject only', async () => {
    const [one, two] = [await keys.subjectFor('org_1', 'one'), await keys.subjectFor('org_1', 'two')];
    await expect(keys.open(two, await keys.seal(one, client))).rejects.toThrow(SealBrokenError);
  });

  it('sealed data do not open when they were changed or cut', async () => {
    const subject = await keys.subjectFor('org_1', 'changed');
    const sealed = await keys.seal(subject, client);
    const changed = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`;
    await expect(keys.open(subject, changed)).rejects.toThrow(SealBrokenError);
    await expect(keys.open(subject, sealed.slice(0, -4))).rejects.toThrow(SealBrokenError);
    await expect(keys.open(subject, '')).rejects.toThrow(SealBrokenError);
  });

  it('sealed data of many subjects open in their order with one look-up', async () => {
    const items = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const subject = await keys.subjectFor('org_1', `many ${index % 7}`);
        return { subject, sealed: await keys.seal(subject, { index }) };
      }),
    );
    const peer = await another();
    const query = vi.spyOn(pool, 'query');
    expect(await peer.openMany(items)).toEqual(items.map((_, index) => ({ index })));
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('opening an empty list gives an empty list', async () => expect(await keys.openMany([])).toEqual([]));
});

describe('personal data in layers', () => {
  const sealedFor = async (peer: SubjectKeys, user: string, address: string) => {
    const [subject, inner] = [
      await peer.subjectFor('org_1', user),
      await peer.subjectFor('org_1', address, 'ip_address'),
    ];
    const layers: PersonalLayer[] = [
      { subject, values: { user_id: user } },
      { subject: inner, values: { ip_address: address, user_agent: 'curl/8 «ü»' } },
    ];
    return { subject, inner, layers, ...(await peer.sealPersonal(layers)) };
  };

  it('each value opens with its layer, and its salt opens its commitment', async () => {
    const { subject, inner, sealed, commitments } = await sealedFor(keys, 'layered', '203.0.113.1');
    const outer = (await keys.open(subject, sealed)) as OpenedLayer & Record<string, string>;
    const within = (await keys.open(inner, String(outer.inner))) as OpenedLayer & Record<string, string>;
    expect(Object.keys(outer).sort()).toEqual(['inner', 'salts', 'user_id']);
    const all: Record<string, string> = { ...outer, ...within };
    const salts: Record<string, string> = { ...outer.salts, ...within.salts };
    const opened = Object.keys(commitments).map((field) => [
      field,
      commitmentTo(all[field] ?? '', Buffer.from(salts[field] ?? '', 'base64')),
    ]);
    expect(Object.fromEntries(opened)).toEqual(commitments);
    expect(opened.map(([field]) => field).sort()).toEqual(['ip_address', 'user_agent', 'user_id']);
  });

  it('layers are sealed once while they are the same, with one look-up of keys, and with other salts later', async () => {
    const peer = await another();
    const { layers, sealed, commitments } = await sealedFor(peer, 'layered twice', '203.0.113.2');
    const query = vi.spyOn(pool, 'query');
    expect(await peer.sealPersonal(layers)).toEqual({ sealed, commitments });
    expect(query).not.toHaveBeenCalled();
    time += 120_000;
    const later = await peer.sealPersonal(layers);
    expect(query).toHaveBeenCalledTimes(1);
    expect(later.commitments.ip_address).not.toBe(commitments.ip_address);
  });

  it('an address is another subject than a user of the same name, and is erased alone', async () => {
    const { subject, inner, layers, sealed } = await sealedFor(keys, '203.0.113.3', '203.0.113.3');
    expect(inner).not.toBe(subject);
    expect(await eraseSubject(keys, 'org_1', '203.0.113.3', 'ip_address')).toBe(true);
    const outer = await keys.open(subject, sealed);
    expect(outer).toMatchObject({ user_id: '203.0.113.3' });
    expect(await keys.open(inner, String(outer?.inner))).toBeNull();
    await expect(keys.sealPersonal(layers)).rejects.toThrow(SubjectErasedError);
    expect(await keys.find('org_1', '203.0.113.3')).toBe(subject);
  });

  it('an address that was erased elsewhere has a new reference once that was noticed', async () => {
    const peer = await another();
    const { inner, layers } = await sealedFor(peer, 'noticing', '203.0.113.4');
    time += 500;
    await peer.find('org_1', 'noticing');
    await eraseSubject(keys, 'org_1', '203.0.113.4', 'ip_address');
    time += 2_000;
    await expect(peer.sealPersonal(layers)).rejects.toThrow(SubjectErasedError);
    expect(await peer.subjectFor('org_1', '203.0.113.4', 'ip_address')).not.toBe(inner);
  });
});

describe('an erased subject', () => {
  it('data of an erased subject cannot be read any more, while those of others can', async () => {
    const [gone, stays] = [await keys.subjectFor('org_1', 'gone'), await keys.subjectFor('org_1', 'stays')];
    const items = [
      { subject: gone, sealed: await keys.seal(gone, client) },
      { subject: stays, sealed: await keys.seal(stays, client) },
    ];
    expect(await eraseSubject(keys, 'org_1', 'gone')).toBe(true);
    expect(await keys.openMany(items)).toEqual([null, client]);
    expect(await keys.open(gone, 'anything')).toBeNull();
  });

  it('an erased subject is not found, and nothing can be sealed for it', async () => {
    const subject = await keys.subjectFor('org_1', 'not sealed for');
    await keys.seal(subject, client);
    await eraseSubject(keys, 'org_1', 'not sealed for');
    expect(await keys.find('org_1', 'not sealed for')).toBeUndefined();
    await expect(keys.seal(subject, client)).rejects.toThrow(SubjectErasedError);
  });

  it('a subject is erased once', async () => {
    await keys.subjectFor('org_1', 'once');
    expect(await eraseSubject(keys, 'org_1', 'once')).toBe(true);
    expect(await eraseSubject(keys, 'org_1', 'once')).toBe(false);
    expect(await eraseSubject(keys, 'org_1', 'never was')).toBe(false);
  });

  it('an erased user that acts again gets a new reference, which does not open the old data', async () => {
    const before = await keys.subjectFor('org_1', 'back again');
    const sealed = await keys.seal(before, client);
    await eraseSubject(keys, 'org_1', 'back again');
    const after = await keys.subjectFor('org_1', 'back again');
    expect(after).not.toBe(before);
    expect(await keys.open(before, sealed)).toBeNull();
    await expect(keys.open(after, sealed)).rejects.toThrow(SealBrokenError);
  });

  it('an erased subject leaves no row', async () => {
    const subject = await keys.subjectFor('org_1', 'no row');
    await eraseSubject(keys, 'org_1', 'no row');
    const { rowCount } = await pool.query('select from vault.subject where subject = $1', [subject]);
    expect(rowCount).toBe(0);
  });

  it('every other process notices an erased subject within 2 s', async () => {
    const peer = await another();
    const subject = await peer.subjectFor('org_1', 'elsewhere');
    const sealed = await peer.seal(subject, client);
    await eraseSubject(keys, 'org_1', 'elsewhere');
    time += 2_000;
    expect(await peer.open(subject, sealed)).toBeNull();
    await expect(peer.seal(subject, client)).rejects.toThrow(SubjectErasedError);
    expect(await peer.subjectFor('org_1', 'elsewhere')).not.toBe(subject);
  });

  it('a subject that is erased while it is looked up is not remembered', async () => {
    const peer = await another();
    const subject = await keys.subjectFor('org_1', 'raced');
    const sealed = await keys.seal(subject, client);
    const [answered, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query = pool.query.bind(pool);
    const slowAnswer = async (text: string, values: unknown[]) => {
      const result = await query(text, values);
      answered.resolve();
      await erased.promise;
      return result;
    };
    vi.spyOn(pool, 'query').mockImplementationOnce(slowAnswer as never);
    const reading = peer.open(subject, sealed);
    await answered.promise;
    await eraseSubject(peer, 'org_1', 'raced');
    erased.resolve();
    await reading;
    expect(await peer.open(subject, sealed)).toBeNull();
  });

  it('an erased subject costs one look-up, however often it is read', async () => {
    const peer = await another();
    await peer.open('sub_00000000000000000000000000', 'x');
    const query = vi.spyOn(pool, 'query');
    await peer.open('sub_00000000000000000000000000', 'x');
    expect(query).not.toHaveBeenCalled();
  });
});
