import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { chooseOrganization, withNamedOrganization } from './choose-organization.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 1, applicationName: 'choose organization' });
  await pool.query('create schema if not exists read_model');
  await pool.query(
    'create table if not exists read_model.organization (id text primary key, name text, created_at timestamptz default now())',
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('truncate read_model.organization'));

const there = async (...names: string[]): Promise<void> => {
  for (const [index, name] of names.entries())
    await pool.query(
      `insert into read_model.organization (id, name, created_at) values ($1, $2, now() + $3 * interval '1 s')`,
      [`org_${index}`, name, index],
    );
};
const service = {
  get pool() {
    return pool;
  },
  caughtUp: async () => undefined,
};
const choose = (named?: string) => chooseOrganization(service, named);
const known = ['org_0', 'org_1'];
const suspend = (named?: string) =>
  withNamedOrganization(service, named, async (id) => {
    if (!known.includes(id)) throw new Rejection('not_found', { message: 'The organization does not exist.' });
  });
const refused = (work: Promise<string>): Promise<string> =>
  work.then(
    (id) => `chose ${id}`,
    (error: Error) => error.message,
  );

it('the only organization need not be named, unless something is done to it', async () => {
  await there('Acme');
  expect(await choose()).toBe('org_0');
  expect(await refused(suspend())).toBe('Name the organization by its id.\n  org_0  Acme');
  expect(await suspend('org_0')).toBe('org_0');
});

it('of several, one that is not named or not known is answered with those that there are', async () => {
  await there('Acme', 'Müller Übersetzung');
  const lines = '  org_0  Acme\n  org_1  Müller Übersetzung';
  expect(await refused(choose())).toBe(`There are several organizations: name one with --organization.\n${lines}`);
  expect(await refused(choose('org_x'))).toBe(`There is no organization org_x. There are:\n${lines}`);
  expect(await refused(suspend('org_x'))).toBe(`There is no organization org_x. There are:\n${lines}`);
  expect(await choose('org_1')).toBe('org_1');
});

it('of very many twenty are listed, and the others counted', async () => {
  await there(...Array.from({ length: 23 }, (_, index) => `Name ${index}`));
  const lines = (await refused(choose())).split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe('  and 3 more: organization list');
});

it('a name cannot write a line of its own', async () => {
  await there('Acme\norg_9  Another', 'Beta');
  expect((await refused(choose())).split('\n')).toHaveLength(3);
});

it('what is done to a named one needs no read model', async () => {
  expect(await suspend('org_0')).toBe('org_0');
});

it('none is said to be none', async () => {
  expect(await refused(choose())).toBe('There is no organization yet.');
  expect(await refused(choose('org_x'))).toBe('There is no organization org_x.');
});
