'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { run, say, seconds } = require('./progress.cjs');

const floor = [22, 22];
const declared = path.join(__dirname, 'node');

const isNewEnough = (version) => {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major > floor[0] || (major === floor[0] && minor >= floor[1]);
};

const versionOf = (program) => {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

const works = (program) => {
  const version = fs.existsSync(program) ? versionOf(program) : undefined;
  return version !== undefined && isNewEnough(version);
};

const onPath = () =>
  (process.env.PATH || '')
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, 'node'))
    .find(works);

/** The package of a platform in the lock, which names its version and hash; `none` where the lock has no such package. */
const packageOf = (platform, arch) => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(declared, 'package-lock.json'), 'utf8'));
  const name = `node-${platform}-${arch}`;
  return { name, version: (packages[`node_modules/${name}`] || { version: 'none' }).version };
};

/**
 * The path of a Node that is new enough: this one, one brought earlier, one on PATH, or the one that the lock beside this file names by
 * version and hash. Nothing that it brings runs before it is compared with the hash, and no script of a package runs at all.
 */
const ensureNode = async (root, quiet) => {
  if (isNewEnough(process.version)) return process.execPath;
  const { name, version } = packageOf(process.platform, process.arch);
  const home = path.join(root, '.node', version);
  const brought = path.join(home, 'node_modules', name, 'bin', 'node');
  const found = [brought].find(works) || onPath();
  if (found !== undefined) return found;
  const needed = `Node ${floor.join('.')} or newer is needed`;
  if (version === 'none')
    throw new Error(`${needed}; none is brought for ${process.platform} on ${process.arch}: install it`);
  const since = Date.now();
  if (!quiet) say(`… Bringing Node ${version} (this one is ${process.version}; ${needed})`);
  fs.mkdirSync(home, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(declared, file), path.join(home, file));
  const { tail } = await run({ ...npmCall(['ci', '--ignore-scripts', '--no-audit', '--no-fund']), cwd: home });
  if (!works(brought)) throw new Error(`${needed} and npm could not bring the one of the lock:\n${tail.join('\n')}`);
  if (!quiet) say(`✓ Node ${versionOf(brought)} (${seconds(since)})`);
  return brought;
};

module.exports = { ensureNode };
