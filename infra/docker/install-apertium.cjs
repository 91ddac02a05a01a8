'use strict';
// In the build of an image: Apertium and its pairs, by what `npm start` installs them with. That one goes on without
// them; an image does not.

const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { ensureApertium } = require('../../scripts/setup/apertium.cjs');

const modes = '/usr/share/apertium/modes';

const main = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'apertium-'));
  await ensureApertium(folder);
  rmSync(folder, { recursive: true });
  const pairs = readdirSync(modes).filter((name) => name.endsWith('.mode'));
  if (pairs.length === 0) throw new Error(`no pair of Apertium is in ${modes}`);
};

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
