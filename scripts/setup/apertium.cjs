'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { say, seconds } = require('./progress.cjs');
const { canInstallPackages, installPackages, updatePackageLists } = require('./system-packages.cjs');

const pairPackages = '^apertium-[a-z]{2,3}-[a-z]{2,3}$';
/** A package that is named like a pair and contains the tools for writing one. */
const noPair = 'apertium-all-dev';
const installByHand = `sudo apt-get update && sudo apt-get install -y apertium $(apt-cache search --names-only '${pairPackages}' | cut -d' ' -f1 | grep -v ${noPair})`;
const modes = '/usr/share/apertium/modes';

const needsApertium = (environment) =>
  (environment.TRANSLEDGER_INFERENCE || 'apertium') === 'apertium' && !environment.TRITON_URLS;

const isInstalled = () => fs.existsSync(modes) && fs.readdirSync(modes).some((name) => name.endsWith('.mode'));

const releasedPairs = () =>
  execFileSync('apt-cache', ['search', '--names-only', pairPackages], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.split(' ')[0])
    .filter((name) => name && name !== noPair);

const install = async () => (await updatePackageLists()) || installPackages(['apertium', ...releasedPairs()]);

/**
 * Installs Apertium and all its released pairs where it may. Where it may not, the service starts all the
 * same and says `model_unavailable`. A run broken off leaves no stamp and is repeated.
 */
const ensureApertium = async (root) => {
  const stamp = path.join(root, '.node', 'apertium-installed');
  if (isInstalled() && fs.existsSync(stamp)) return;
  if (!canInstallPackages()) {
    if (isInstalled()) return;
    say('! Apertium is not installed: translation is unavailable until it is. To install it:');
    say(`    ${process.platform === 'linux' ? installByHand : 'see https://wiki.apertium.org/wiki/Installation'}`);
    return;
  }
  const since = Date.now();
  say('… Installing Apertium and its language pairs (about 125 MB)');
  const failure = await install();
  if (failure === undefined) {
    fs.mkdirSync(path.dirname(stamp), { recursive: true });
    fs.writeFileSync(stamp, `${new Date().toISOString()}\n`);
    say(`✓ Apertium and its language pairs (${seconds(since)})`);
  } else {
    say(`! Apertium could not be installed: ${failure.slice(-3).join(' ')}`);
    say(`  Translation is unavailable until it is. To install it: ${installByHand}`);
  }
};

module.exports = { ensureApertium, needsApertium };
