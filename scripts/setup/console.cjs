'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { run, say, seconds } = require('./progress.cjs');

/** Folders that the console is built from: its own, and the packages that it takes from their sources. */
const sourceFolders = ['apps/console', 'packages/sdk', 'packages/audit-proof', 'packages/webhook-signing'];
const skipped = ['node_modules', 'dist'];

const filesUnder = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.includes(entry.name) ? [] : filesUnder(file);
    return entry.name.endsWith('.spec.ts') ? [] : [file];
  });

/** One hash of all that the console is built from. */
const stateOf = (root) => {
  const hash = createHash('sha256');
  const folders = sourceFolders.map((folder) => path.join(root, folder)).filter((folder) => fs.existsSync(folder));
  for (const file of folders.flatMap(filesUnder).sort())
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const stampOf = (root) => path.join(root, 'dist', 'console', '.built');

const isConsoleBuilt = (root) => {
  const stamp = stampOf(root);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === stateOf(root);
};

/** Installs what builds the console, and builds it beside the one that is served, which it replaces when it is whole. */
const buildConsole = async (root, node) => {
  const cwd = path.join(root, 'apps', 'console');
  const state = stateOf(root);
  const unfinished = path.join(root, 'dist', `console.${process.pid}`);
  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH || ''}`,
    CONSOLE_OUTPUT: unfinished,
    NODE_ENV: 'production',
  };
  const steps = [
    { ...npmCall(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']), cwd, env },
    { ...npmCall(['run', 'build']), cwd, env },
  ];
  for (const step of steps) {
    const { code, tail } = await run(step);
    if (code === 0) continue;
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw new Error(tail.slice(-3).join(' '));
  }
  fs.writeFileSync(path.join(unfinished, '.built'), state);
  const served = path.join(root, 'dist', 'console');
  fs.rmSync(served, { recursive: true, force: true });
  fs.renameSync(unfinished, served);
};

/** Builds the console unless it is built from these sources, while the service already answers. */
const ensureConsole = async (root, node) => {
  if (isConsoleBuilt(root)) return;
  const since = Date.now();
  say('… Building the console in the background');
  try {
    await buildConsole(root, node);
    say(`✓ The console (${seconds(since)})`);
  } catch (error) {
    say(`! The console could not be built: ${error.message} The next start tries again.`);
  }
};

module.exports = { buildConsole, ensureConsole, isConsoleBuilt };
