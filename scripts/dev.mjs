// The service while it is worked on: built, started, and started again whenever what it is built from has changed.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const sources = ['apps', 'libs', 'packages', 'projections'];
/** Editors write a file in several steps, and a merge writes many files. */
const quietMs = 200;
const sourceMaps = join(root, 'scripts/own-source-maps.mjs');
const service = join(root, 'dist/apps/standalone/main.js');

const say = (line) => process.stdout.write(`${line}\n`);

const start = () => {
  const child = spawn(process.execPath, ['--import', sourceMaps, service], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.once('exit', (code) => {
    if (code !== null && code !== 0) say('The service has ended; it is started again at the next change.');
  });
  return child;
};

const stop = async (child) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

const isSource = (file) => /\.(ts|proto)$/.test(file) && !/\.spec\.ts$|(^|\/)(dist|node_modules)\//.test(file);

let running = start();
let changed = new Set();
let timer;
let restarting = Promise.resolve();

const restart = async () => {
  const files = [...changed];
  changed = new Set();
  if (files.length === 0) return;
  const build = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
  if (build.status !== 0) return say(`${build.stderr.trim()}\nNot restarted: ${files.join(', ')} cannot be built.`);
  await stop(running);
  running = start();
  say(`Restarted: ${files.join(', ')}`);
};

const onChange = (folder) => (_event, name) => {
  const file = name === null ? folder : `${folder}/${name}`;
  if (name !== null && !isSource(file)) return;
  changed.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(restart);
  }, quietMs);
};

const watchers = sources.map((folder) => watch(join(root, folder), { recursive: true }, onChange(folder)));

let ending;
const end = async () => {
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  await restarting;
  await stop(running);
  process.exit(0);
};

// Ctrl-C comes twice: to the whole group, and from what started this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(signal, () => {
    if (ending === undefined) ending = end();
  });
}
