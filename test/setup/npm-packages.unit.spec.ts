import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const other = process.platform === 'linux' ? 'win32' : 'linux';
const lockfile = {
  packages: {
    '': { name: 'a-tree' },
    'packages/own': {},
    'node_modules/own': { link: true },
    'node_modules/first': {},
    'node_modules/@scope/second': { os: [process.platform], cpu: [process.arch] },
    'node_modules/first/node_modules/third': { os: [`!${other}`] },
    'packages/own/node_modules/fourth': {},
    'node_modules/of-another-system': { os: [other] },
    'node_modules/not-of-this-one': { os: [`!${process.platform}`] },
    'node_modules/of-another-processor': { cpu: ['wasm32'] },
  },
};

/** npm as far as it matters here: it unpacks what fits, one package after the other, and fails where it is told to. */
const npm = `
const fs = require('node:fs');
const folders = ['node_modules/first', 'node_modules/@scope/second', 'node_modules/first/node_modules/third', 'packages/own/node_modules/fourth'];
const next = () => {
  const folder = folders.shift();
  if (folder === undefined) process.exit(process.env.FAKE_NPM_FAILS === '1' ? (console.error('npm error 404'), 1) : 0);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(folder + '/package.json', '{}');
  setTimeout(next, Number(process.env.FAKE_NPM_PAUSE));
};
next();
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'transledger-npm-'));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lockfile));
  await writeFile(join(root, 'npm.js'), npm);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const install = async (settings: { quiet?: boolean; fails?: boolean; pauseMs?: number } = {}): Promise<string[]> => {
  const { quiet = false, fails = false, pauseMs = 0 } = settings;
  const call = `require(${JSON.stringify(join(projectRoot, 'scripts/setup/dependencies.cjs'))})
    .ensureDependencies(${JSON.stringify(root)}, process.execPath, ${quiet})
    .catch((error) => process.stderr.write(error.message + '\\n'))`;
  const env = {
    ...process.env,
    npm_execpath: join(root, 'npm.js'),
    FAKE_NPM_FAILS: fails ? '1' : '0',
    FAKE_NPM_PAUSE: String(pauseMs),
  };
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', call], { env });
  return stderr.split('\n').filter((line) => line !== '');
};

it('while npm installs, a bar moves over the packages that this platform gets', async () => {
  const [first, ...lines] = await install({ pauseMs: 600 });
  expect(first).toBe('… Installing 4 npm packages; the first time this may take some minutes');
  const last = lines.pop();
  expect(last).toMatch(/^✓ npm packages \(\d+\.\d s\)$/);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) expect(line).toMatch(/^█+░* [1-4]\/4 npm packages \(\d+\.\d s\)$/);
  const widths = lines.map((line) => /█+/.exec(line)?.[0].length ?? 0);
  expect(widths).toEqual(widths.toSorted((one, other) => one - other));
  // What is installed for this lockfile is not installed again.
  expect(await install()).toEqual([]);
});

it('npm that fails is quoted, and the next call installs again', async () => {
  const lines = await install({ fails: true });
  expect(lines.slice(-2)).toEqual(['Installing npm packages failed:', 'npm error 404']);
  expect((await install()).at(-1)).toMatch(/^✓ npm packages/);
});

it('a command whose output is for programs says nothing', async () => {
  expect(await install({ quiet: true, pauseMs: 300 })).toEqual([]);
});
