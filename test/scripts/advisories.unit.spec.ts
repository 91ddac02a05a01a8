import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Checkout } from './checkout.js';
import { type OsvDouble, startOsvDouble } from './osv-double.js';

let checkout: Checkout;
let osv: OsvDouble;

const list = 'infra/dependencies/advisories.json';
const exceptions = 'infra/dependencies/advisory-exceptions.json';
const today = new Date().toISOString();
const npmLock = (version: string): object => ({
  packages: {
    '': { name: 'ours' },
    'packages/own': { version: '0.1.0' },
    'node_modules/own': { link: true },
    'node_modules/left': { version },
    'node_modules/a/node_modules/@scope/other': { version: '2.0.0', dev: true },
    'node_modules/alias': { name: 'meant', version: '3.0.0' },
  },
});
const listed = (advisories: object[], npm: object = { source: 'osv.test', date: today }): object => ({
  ecosystems: {
    npm,
    PyPI: { source: 'pypa/advisory-database', commit: 'c'.repeat(40), date: today },
    Go: { source: 'golang/vulndb', commit: 'd'.repeat(40), date: today },
  },
  looked_up: { npm: ['@scope/other', 'left', 'meant'], PyPI: ['py-yaml'], Go: ['example.org/mod'] },
  advisories,
});
const ofLeft = {
  id: 'GHSA-1',
  aliases: ['CVE-1'],
  ecosystem: 'npm',
  name: 'left',
  summary: 'Pads\n too much',
  ranges: [[{ introduced: '1.0.0' }, { fixed: '1.3.0' }]],
};
const check = (): ReturnType<Checkout['run']> => checkout.run('advisories.mjs', 'check');
const make = (...args: string[]): ReturnType<Checkout['run']> => checkout.run('advisories.mjs', 'make', ...args);

beforeEach(async () => {
  osv = await startOsvDouble();
  checkout = await Checkout.make();
  await checkout.write({
    'package-lock.json': npmLock('1.2.9'),
    'scripts/setup/tool.txt': 'Py_YAML==6.0.3\n',
    'test/go.sum': 'example.org/mod v0.9.0 h1:x=\nexample.org/mod v0.9.0/go.mod h1:y=\n',
    [list]: listed([]),
    [exceptions]: { exceptions: [] },
  });
});
afterEach(async () => {
  await osv.close();
  await checkout.remove();
});

describe('the check of the list', () => {
  it('passes without an advisory, and says of when the list is', async () => {
    const { status, output } = await check();
    expect(status).toBe(0);
    expect(output).toContain('npm: 3 packages by osv.test of ');
    expect(output).toContain('Go: 1 packages by golang/vulndb dddddddddddd of ');
    expect(output).toContain(', 0 days old');
  });

  it.each(['1.0.0', '1.2.9', '1.3.0-rc.1'])('fails for an advisory about the version %s', async (version) => {
    await checkout.write({ 'package-lock.json': npmLock(version), [list]: listed([ofLeft]) });
    expect(await check()).toMatchObject({
      status: 1,
      output: expect.stringContaining(`npm left ${version} (package-lock.json): GHSA-1`),
    });
  });

  it.each(['0.9.9', '1.3.0', '1.0.0-beta'])('passes for the version %s, which it is not about', async (version) => {
    await checkout.write({ 'package-lock.json': npmLock(version), [list]: listed([ofLeft]) });
    expect(await check()).toMatchObject({ status: 0 });
  });

  it.each(['GHSA-1', 'CVE-1'])('passes with an exception of %s that has a reason, which it repeats', async (id) => {
    const exception = { id, package: 'left', reason: 'we never pad' };
    await checkout.write({ [list]: listed([ofLeft]), [exceptions]: { exceptions: [exception] } });
    expect(await check()).toMatchObject({ status: 0, output: expect.stringContaining('we never pad') });
  });

  it.each([
    ['without a reason', { id: 'GHSA-1', package: 'left', reason: '' }, [ofLeft], /gives no reason/],
    ['of another package', { id: 'GHSA-1', package: 'right', reason: 'we never pad' }, [ofLeft], /left 1.2.9/],
    ['that nothing needs', { id: 'GHSA-9', package: 'left', reason: 'we never pad' }, [], /is of no advisory of ours/],
  ])('fails for an exception %s', async (_, exception, advisories, message) => {
    await checkout.write({ [list]: listed(advisories), [exceptions]: { exceptions: [exception] } });
    expect(await check()).toMatchObject({ status: 1, output: expect.stringMatching(message) });
  });

  it.each([
    [
      'no database was read',
      { source: null, reason: 'nobody was asked' },
      /^not checked: npm: none of 3 packages: nobody was/m,
    ],
    [
      'its list is old',
      { source: 'osv.test', date: '2025-01-01T00:00:00.000Z' },
      /^not checked: npm: .* too old to rely on/m,
    ],
  ])('neither passes nor fails where %s', async (_, npm, message) => {
    await checkout.write({ [list]: listed([], npm) });
    expect(await check()).toMatchObject({ status: 3, output: expect.stringMatching(message) });
  });

  it('neither passes nor fails for a package that came after the list', async () => {
    await checkout.write({ 'scripts/setup/tool.txt': 'py-yaml==6.0.3\nnewer==1.0\n' });
    expect(await check()).toMatchObject({ status: 3, output: expect.stringContaining('came after the list: newer') });
  });

  it('fails for an advisory also where another part could not be checked', async () => {
    await checkout.write({ [list]: listed([ofLeft], { source: null, reason: 'nobody was asked' }) });
    expect(await check()).toMatchObject({ status: 1 });
  });

  it('a list of Python packages that names no exact version is a mistake', async () => {
    await checkout.write({ 'scripts/setup/tool.txt': 'py-yaml>=6\n' });
    expect(await check()).toMatchObject({ status: 1, output: expect.stringContaining('names no exact version') });
  });
});

describe('making the list', () => {
  const about = (
    ecosystem: string,
    name: string,
    events: object[],
  ): { affected: OsvDouble['records'][number]['affected'] } => ({
    affected: [
      {
        package: { ecosystem, name },
        ranges: [
          { type: 'SEMVER', events },
          { type: 'GIT', events: [] },
        ],
      },
    ],
  });
  const forLeft = about('npm', 'left', [{ introduced: '0' }, { last_affected: '1.2.9' }]);

  it('the service is asked for each package page by page, and what it says of our versions is a failure', async () => {
    osv.records.push(
      { id: 'GHSA-1', summary: 'old', ...about('npm', 'left', [{ introduced: '0' }, { fixed: '1.0.0' }]) },
      { id: 'GHSA-2', summary: 'new\u001b[31m', ...forLeft },
      { id: 'GHSA-3', withdrawn: today, ...forLeft },
    );
    const { status, output } = await make('--service', osv.url);
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('npm left 1.2.9 (package-lock.json): GHSA-2 new [31m'),
    ]);
    const { ecosystems, looked_up, advisories } = JSON.parse(await checkout.read(list));
    expect(ecosystems.npm).toEqual({ source: new URL(osv.url).host, date: expect.any(String) });
    expect(looked_up.npm).toEqual(['@scope/other', 'left', 'meant']);
    expect(advisories.map(({ id }: { id: string }) => id)).toEqual(['GHSA-1', 'GHSA-2']);
  });

  it('a snapshot of a database replaces what the list has of its ecosystems, with its commit and date', async () => {
    const database = await Checkout.make();
    await database.write({
      'vulns/py-yaml/PYSEC-1.yaml':
        'id: PYSEC-1\ndetails: Loads what it should not\naffected:\n- package: {name: Py.YAML, ecosystem: PyPI}\n  versions: [6.0.3]\n',
      'vulns/another/PYSEC-2.yaml': 'id: PYSEC-2\naffected:\n- package: {name: another, ecosystem: PyPI}\n',
    });
    database.commit();
    const { status, output } = await make('--from', `pypa/advisory-database=${database.root}`);
    await database.remove();
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('PyPI py-yaml 6.0.3 (scripts/setup/tool.txt): PYSEC-1 Loads'),
    ]);
    const { ecosystems, advisories } = JSON.parse(await checkout.read(list));
    expect(ecosystems.PyPI).toEqual({
      source: 'pypa/advisory-database',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      date: expect.stringContaining(today.slice(0, 8)),
    });
    expect(ecosystems.npm.source).toBe('osv.test');
    expect(advisories).toHaveLength(1);
  });

  it.each([
    [
      'a service that answers 503',
      () => Object.assign(osv, { status: 503 }) && ['--service', osv.url],
      /it answered 503/,
    ],
    ['a service that is away', () => ['--service', 'http://127.0.0.1:9'], /stays as it was/],
    ['a folder without records', () => ['--from', `golang/vulndb=${checkout.root}`], /stays as it was/],
    ['a database that is not known', () => ['--from', 'some/other=/tmp'], /some\/other is none of/],
  ])('%s leaves the list as it was', async (_, args, message) => {
    const before = await checkout.read(list);
    expect(await make(...args())).toMatchObject({ status: 1, output: expect.stringMatching(message) });
    expect(await checkout.read(list)).toBe(before);
  });
});

describe('the order of Python versions', () => {
  const judge = async (version: string, events: object[]): Promise<number> => {
    const advisory = { id: 'PYSEC-1', ecosystem: 'PyPI', name: 'py-yaml', summary: '', ranges: [events] };
    await checkout.write({ 'scripts/setup/tool.txt': `py-yaml==${version}\n`, [list]: listed([advisory]) });
    return (await check()).status;
  };

  it.each([
    ['2.0rc1', '2.0'],
    ['2.0.dev1', '2.0a1'],
    ['2.0', '2.0.post1'],
    ['1.9', '1.10'],
    ['2024.1', '1!0.1'],
  ])('%s comes before %s', async (older, newer) => {
    expect(await judge(older, [{ introduced: '0' }, { fixed: newer }])).toBe(1);
    expect(await judge(newer, [{ introduced: '0' }, { fixed: newer }])).toBe(0);
    expect(await judge(newer, [{ introduced: '0' }, { last_affected: older }])).toBe(0);
  });
});
