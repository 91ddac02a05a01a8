'use strict';

const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const { run } = require('./progress.cjs');

const lockWaitMs = 3_000;
const maxLockWaitMs = 120_000;

const apt = (args) => ({
  command: 'apt-get',
  args: ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
});

/** Whether this process may install Debian packages. */
const canInstallPackages = () =>
  typeof process.getuid === 'function' && process.getuid() === 0 && fs.existsSync('/usr/bin/apt-get');

let updating;

/** Another apt-get, such as the daily one of Debian, holds the lists for a while; no option has apt-get wait for them. */
const update = async () => {
  for (let waited = 0; ; waited += lockWaitMs) {
    const ended = await run(apt(['update']));
    const isLocked = ended.code !== 0 && ended.tail.includes('Could not get lock');
    if (!isLocked || waited >= maxLockWaitMs) return ended;
    await sleep(lockWaitMs);
  }
};

/** Updates the package lists, once in a run. Returns the end of the output when that failed. */
const updatePackageLists = async () => {
  updating ??= update();
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
