'use strict';
// In the build of an image: the server that the tests run, by what installs it for them, into the folder that is named.

const { mkdirSync, renameSync } = require('node:fs');
const path = require('node:path');
const { installServer } = require('../../scripts/setup/servers.cjs');

/** Names of the tests' folders, and of the image's. */
const folders = { 'triton-2.51': 'server', 'triton-python': 'python' };

const main = async () => {
  const home = process.argv[2];
  mkdirSync(home, { recursive: true });
  for (const [name, folder] of Object.entries(folders)) {
    await installServer(home, name);
    renameSync(path.join(home, name), path.join(home, folder));
  }
};

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
