'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { runStep } = require('./progress.cjs');

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

/** Installs from the lockfile unless that has been done to the end for this lockfile and platform. */
const ensureDependencies = async (root, node, quiet) => {
  const stamp = path.join(root, 'node_modules', '.installed');
  const state = createHash('sha256')
    .update(read(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (read(stamp) === state) return;
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH || ''}` };
  await runStep('Installing npm dependencies', quiet, {
    ...npmCall(['ci', '--no-audit', '--no-fund']),
    cwd: root,
    env,
  });
  fs.rmSync(stamp, { force: true }); // of a checkout that was copied by links, it is the same file as the other's
  fs.writeFileSync(stamp, state);
};

module.exports = { ensureDependencies };
