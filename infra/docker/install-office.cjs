'use strict';
// In the build of an image: LibreOffice and fonts, by what `npm start` installs them with. That one goes on without
// them; an image does not.

const { existsSync } = require('node:fs');
const { ensureOffice, officePackages } = require('../../scripts/setup/office.cjs');

const main = async () => {
  await ensureOffice();
  const missing = Object.keys(officePackages).filter((name) => !existsSync(officePackages[name]));
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`);
};

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
