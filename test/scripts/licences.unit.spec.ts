import { afterEach, beforeEach, expect, it } from 'vitest';
import { Checkout } from './checkout.js';

let checkout: Checkout;

const rules = (known: object = {}, exceptions: object[] = []): object => ({
  shipped: ['MIT', 'Apache-2.0', 'BSD-3-Clause'],
  tools: ['MPL-2.0'],
  known: { PyPI: { tool: { licence: 'MPL-2.0' } }, ...known },
  exceptions,
});
const lock = (license: unknown, dev = false): object => ({
  packages: { '': {}, 'node_modules/one': { version: '1.0.0', license, ...(dev ? { dev } : {}) } },
});
const judge = async (files: Record<string, unknown>): ReturnType<Checkout['run']> => {
  await checkout.write(files);
  return checkout.run('licences.mjs');
};
const list = 'infra/dependencies/licences.json';

beforeEach(async () => {
  checkout = await Checkout.make();
  await checkout.write({ [list]: rules(), 'package-lock.json': lock('MIT'), 'scripts/setup/x.txt': 'tool==1.0\n' });
});
afterEach(() => checkout.remove());

it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND (Apache-2.0 OR AGPL-3.0-only)', 'GPL-2.0-only OR BSD-3-Clause'])(
  'the licence %s may be shipped',
  async (license) => expect(await judge({ 'package-lock.json': lock(license) })).toEqual({ status: 0, output: '' }),
);

it.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-2.0-only',
  'MPL-2.0',
  'SEE LICENSE IN FILE',
  'MIT Apache-2.0',
  '',
])('the licence "%s" may not be shipped', async (license) =>
  expect(await judge({ 'package-lock.json': lock(license) })).toMatchObject({
    status: 1,
    output: expect.stringContaining('npm one 1.0.0 (package-lock.json)'),
  }),
);

it('a tool may have a licence of tools, and what is shipped may not', async () => {
  expect(await judge({ 'package-lock.json': lock('MPL-2.0', true) })).toMatchObject({ status: 0 });
  expect(await judge({ 'package-lock.json': lock('MPL-2.0') })).toMatchObject({ status: 1 });
});

it('a package whose lock names no licence needs one that is known', async () => {
  expect(await judge({ 'package-lock.json': lock(undefined) })).toMatchObject({
    status: 1,
    output: expect.stringContaining('names no licence'),
  });
  const known = { npm: { one: { licence: 'MIT', reason: 'its text says so' } } };
  expect(await judge({ [list]: rules(known) })).toMatchObject({ status: 0 });
});

it('an exception holds for its package and licence, with a reason, as long as it is needed', async () => {
  const exception = { package: 'one', licence: 'GPL-3.0-only', reason: 'a program of its own' };
  const files = { 'package-lock.json': lock('GPL-3.0-only') };
  expect(await judge({ ...files, [list]: rules({}, [exception]) })).toEqual({ status: 0, output: '' });
  expect(await judge({ [list]: rules({}, [{ ...exception, reason: '' }]) })).toMatchObject({ status: 1 });
  expect(await judge({ [list]: rules({}, [{ ...exception, package: 'two' }]) })).toMatchObject({
    status: 1,
    output: expect.stringMatching(/not allowed in what is shipped[\s\S]*nothing needs the exception of two/),
  });
});
