'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { run, say, seconds } = require('./progress.cjs');

const floor = [22, 22];
const wanted = '24';

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

/** The path of a Node that is new enough: this one, one brought earlier, one on PATH, or one from npm. */
const ensureNode = async (root, quiet) => {
  if (isNewEnough(process.version)) return process.execPath;
  const home = path.join(root, '.node');
  // The package `node` installs the platform's package inside itself by an install script; where scripts
  // are switched off, the platform's package is asked for by its name.
  const candidates = [
    path.join(home, 'node_modules', 'node', 'bin', 'node'),
    path.join(home, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node'),
  ];
  const found = candidates.find(works) || onPath();
  if (found !== undefined) return found;
  const since = Date.now();
  if (!quiet) say(`… Bringing Node ${wanted} (this one is ${process.version}, ${floor.join('.')} or newer is needed)`);
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'package.json'), '{"private":true,"allowScripts":{"node":true}}\n');
  let output = [];
  for (const name of ['node', `node-${process.platform}-${process.arch}`]) {
    const { tail } = await run({
      ...npmCall(['install', '--no-save', '--no-audit', '--no-fund', `${name}@${wanted}`]),
      cwd: home,
    });
    output = output.concat(tail);
    const brought = candidates.find(works);
    if (brought !== undefined) {
      if (!quiet) say(`✓ Node ${versionOf(brought)} (${seconds(since)})`);
      return brought;
    }
  }
  throw new Error(`Node ${floor.join('.')} or newer is needed and npm could not bring it:\n${output.join('\n')}`);
};

module.exports = { ensureNode };
