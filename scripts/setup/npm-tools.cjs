'use strict';
// Tools from npm that one tier alone needs: apart from the project's dependencies, which everybody installs. Each folder
// beside this file that has a lock is one.

const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { runStep } = require('./progress.cjs');

const npmTools = (name) => async (folder) => {
  fs.cpSync(path.join(__dirname, name), folder, { recursive: true });
  await runStep(`Bringing ${name}`, true, {
    ...npmCall(['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
    cwd: folder,
  });
};

module.exports = { npmTools };
