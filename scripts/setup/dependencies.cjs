'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { countedBar, run, say } = require('./progress.cjs');

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

const countEveryMs = 500;

/** Whether a list of a package names this platform, or the list is missing. `!` before a name excludes it. */
const names = (list, own) => {
  if (list === undefined || own === undefined) return true;
  const excluded = list.filter((name) => name.startsWith('!'));
  return excluded.length === list.length ? !excluded.includes(`!${own}`) : list.includes(own);
};

const ownLibc = () => {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
};

/** Folders of the packages of a lockfile that npm installs on this platform. */
const foldersOf = (lockfile, { platform = process.platform, arch = process.arch, libc = ownLibc() } = {}) =>
  Object.entries(lockfile === '' ? {} : JSON.parse(lockfile).packages || {})
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .filter(([, { os, cpu, libc: ofLibc }]) => names(os, platform) && names(cpu, arch) && names(ofLibc, libc))
    .map(([folder]) => folder);

/** How many of the packages are there with their manifest, which npm unpacks with the rest. */
const countThere = (root, folders) =>
  folders.filter((folder) => fs.existsSync(path.join(root, folder, 'package.json'))).length;

/** Runs npm below a bar of the packages that are unpacked. @throws with the end of its output */
const installBelowBar = async (root, lockfile, quiet, program) => {
  const folders = foldersOf(lockfile);
  if (!quiet) say(`… Installing ${folders.length} npm packages; the first time this may take some minutes`);
  const bar = countedBar('npm packages', folders.length, quiet);
  const counting = setInterval(() => bar.at(countThere(root, folders)), countEveryMs);
  const { code, tail } = await run(program);
  clearInterval(counting);
  if (code === 0) return bar.end();
  bar.fail();
  throw new Error(`Installing npm packages failed:\n${tail.join('\n')}`);
};

/** Installs from the lockfile unless that has been done to the end for this lockfile and platform. */
const ensureDependencies = async (root, node, quiet) => {
  const stamp = path.join(root, 'node_modules', '.installed');
  const lockfile = read(path.join(root, 'package-lock.json'));
  const state = createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex');
  if (read(stamp) === state) return;
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH || ''}` };
  await installBelowBar(root, lockfile, quiet, {
    ...npmCall(['ci', '--no-audit', '--no-fund']),
    cwd: root,
    env,
  });
  fs.rmSync(stamp, { force: true }); // of a checkout that was copied by links, it is the same file as the other's
  fs.writeFileSync(stamp, state);
};

module.exports = { countThere, ensureDependencies, foldersOf };
