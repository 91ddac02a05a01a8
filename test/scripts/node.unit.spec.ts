import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

interface Lock {
  packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>;
}

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
const lockedNodes = async (): Promise<[string, Lock['packages'][string]][]> => {
  const { packages }: Lock = JSON.parse(await read('scripts/setup/node/package-lock.json'));
  return Object.entries(packages).filter(([path]) => path !== '');
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-node-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** An npm that writes its arguments down and brings the Node of this test where the lock says. */
const npmDouble = (brings: string): string => `#!/bin/sh
echo "$@" > ${folder}/arguments
/bin/mkdir -p node_modules/${brings}/bin
/bin/ln -s ${process.execPath} node_modules/${brings}/bin/node
`;

/** The Node that an older one finds or brings, with nothing on PATH but the double of npm. */
const bring = async (brings: string): Promise<string> => {
  await writeFile(join(folder, 'npm'), npmDouble(brings));
  await chmod(join(folder, 'npm'), 0o755);
  const setup = JSON.stringify(join(projectRoot, 'scripts/setup/node.cjs'));
  const program = `Object.defineProperty(process, 'version', { value: 'v18.20.8' });
    require(${setup}).ensureNode(${JSON.stringify(folder)}, true).then(console.log)`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env: { PATH: folder } });
  return stdout.trim();
};

it('each Node that can be brought has an exact version, a hash, and no script that runs as it is installed', async () => {
  const locked = await lockedNodes();
  expect(locked.length).toBeGreaterThan(0);
  for (const [, { version, integrity, hasInstallScript }] of locked) {
    expect([version, integrity]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), expect.stringMatching(/^sha512-/)]);
    expect(hasInstallScript).toBeUndefined();
  }
});

it('the Node that is brought is that of the images', async () => {
  const versions = new Set((await lockedNodes()).map(([, { version }]) => version));
  const [, ofImages] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(await read('infra/docker/Dockerfile')) ?? [];
  expect([...versions]).toEqual([ofImages]);
});

it('an older Node brings one by the lock, without running scripts, into a folder of its version', async () => {
  const brings = `node-${process.platform}-${process.arch}`;
  const [, { version }] = (await lockedNodes()).find(([path]) => path.endsWith(brings)) ?? ['', { version: 'none' }];
  const home = join(folder, '.node', version);
  expect(await bring(brings)).toBe(join(home, 'node_modules', brings, 'bin/node'));
  expect(await readFile(join(folder, 'arguments'), 'utf8')).toBe('ci --ignore-scripts --no-audit --no-fund\n');
  expect(await readFile(join(home, 'package-lock.json'), 'utf8')).toBe(
    await read('scripts/setup/node/package-lock.json'),
  );
});

it('an npm that brings nothing is a failure that says so', async () => {
  await expect(bring('node-another')).rejects.toThrow(/npm could not bring the one of the lock/);
});
