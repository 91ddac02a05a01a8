'use strict';

const fs = require('node:fs');
const { run } = require('./progress.cjs');

const apt = (args) => ({
  command: 'apt-get',
  args: ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
});

/** Whether this process may install Debian packages. */
const canInstallPackages = () =>
  typeof process.getuid === 'function' && process.getuid() === 0 && fs.existsSync('/usr/bin/apt-get');

let updating;

/** Updates the package lists, once in a run. Returns the end of the output when that failed. */
const updatePackageLists = async () => {
  updating ??= run(apt(['update']));
  const { code, tail } = await updating;
  return code === 0 ? undefined : tail;
};

/** Returns the end of the output when the packages could not be installed. */
const installPackages = async (names) => {
  const failure = await updatePackageLists();
  if (failure !== undefined) return failure;
  const { code, tail } = await run(apt(['install', '-y', '--no-install-recommends', ...names]));
  return code === 0 ? undefined : tail;
};

module.exports = { canInstallPackages, installPackages, updatePackageLists };
