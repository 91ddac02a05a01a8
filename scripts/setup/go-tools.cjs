'use strict';
// Programs of others that speak the protocols of transparency logs, built where Go is installed: torchwood's witness, and
// its client for tiles behind a few lines of our own.

const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { runStep } = require('./progress.cjs');

/** The release of Go that the modules of the client for logs ask for. */
const minGo = [1, 25];

/** Whether there is a Go that can build them. */
const hasGo = () => {
  try {
    const said = execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [major, minor] = said.replace(/^go/, '').split('.').map(Number);
    return major > minGo[0] || (major === minGo[0] && minor >= minGo[1]);
  } catch {
    return false;
  }
};

/** No toolchain is fetched: it is built with the one that is there. */
const environment = { GOTOOLCHAIN: 'local', GOFLAGS: '' };

const litewitness = (folder) =>
  runStep('Building a witness', true, {
    command: 'go',
    args: ['install', '-trimpath', 'filippo.io/torchwood/cmd/litewitness@v0.9.0'],
    env: { ...process.env, ...environment, GOBIN: folder },
  });

const tlogClient = (folder) =>
  runStep('Building a client for logs', true, {
    command: 'go',
    args: ['build', '-trimpath', '-o', path.join(folder, 'tlog-client'), '.'],
    cwd: path.join(__dirname, '../../test/servers/tlog-client'),
    env: { ...process.env, ...environment },
  });

module.exports = { hasGo, litewitness, tlogClient };
