'use strict';
// promtool checks and tests the alerts. Debian's package is only unpacked: installing it would start a Prometheus.

const fs = require('node:fs');
const path = require('node:path');
const { runStep } = require('./progress.cjs');
const { canInstallPackages, updatePackageLists } = require('./system-packages.cjs');

const promtool = async (folder) => {
  if (canInstallPackages()) await updatePackageLists();
  const unpacked = path.join(folder, 'unpacked');
  fs.mkdirSync(unpacked);
  // Quietly: as root it warns that it does not change its user.
  const download = { command: 'apt-get', args: ['-qq', 'download', 'prometheus'], cwd: folder };
  await runStep('Bringing promtool', true, download);
  const archive = fs.readdirSync(folder).find((name) => name.endsWith('.deb'));
  await runStep('Unpacking promtool', true, { command: 'dpkg', args: ['-x', path.join(folder, archive), unpacked] });
  fs.renameSync(path.join(unpacked, 'usr/bin/promtool'), path.join(folder, 'promtool'));
  fs.rmSync(unpacked, { recursive: true });
  fs.rmSync(path.join(folder, archive));
};

module.exports = { promtool };
