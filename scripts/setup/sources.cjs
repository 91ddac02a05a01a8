'use strict';
// The sources that are built, and which of them were changed since. Plain old JavaScript: npm scripts look before they start
// anything else.

const fs = require('node:fs');
const path = require('node:path');

/** An image has no tests. */
const folders = ['apps', 'libs', 'packages', 'projections', 'test', 'docs'];
/** The console is built by tools of its own, see console.cjs. */
const skipped = ['node_modules', 'dist', 'apps/console'];

/** Files that code reads from its own folder, and licences that go with them. */
const assets = ['.proto', '.bin', '.wasm', '.license', '.asset.json'];
/** The pages of the guide, which the service shows; `docs/adr` is none of it. */
const isGuide = (file) => /^docs\/(?:formats\/)?[^/]+\.md$/.test(file);

const isAsset = (file) => isGuide(file) || assets.some((ending) => file.endsWith(ending));

// Specs run from their sources. Other test code is built too, for benches and runs of faults; images have none of it.
const isSource = (file) => (file.endsWith('.ts') && !file.endsWith('.spec.ts')) || isAsset(file);

const manifestOf = (root) => path.join(root, 'dist', '.built.json');

const outputOf = (root, file) => {
  const output = file.replace(/\.ts$/, '.js');
  const [, aPackage, rest] = /^(packages\/[^/]+)\/(.*)$/.exec(output) || [];
  return aPackage === undefined ? path.join(root, 'dist', output) : path.join(root, aPackage, 'dist', rest);
};

const filesUnder = (root, folder) =>
  fs.readdirSync(path.join(root, folder), { withFileTypes: true }).reduce((found, entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isFile()) return isSource(file) ? found.concat(file) : found;
    return entry.isDirectory() && !skipped.includes(entry.name) && !skipped.includes(file)
      ? found.concat(filesUnder(root, file))
      : found;
  }, []);

const fingerprintOf = (file) => {
  const { mtimeMs, size } = fs.statSync(file);
  return `${mtimeMs}-${size}`;
};

/** The fingerprint of every source, and which sources were changed or have gone since the last build. */
const changesSinceBuild = (root) => {
  const manifest = manifestOf(root);
  const before = fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')) : {};
  const there = folders.filter((folder) => fs.existsSync(path.join(root, folder)));
  const files = there.reduce((found, folder) => found.concat(filesUnder(root, folder)), []);
  const now = Object.fromEntries(files.sort().map((file) => [file, fingerprintOf(path.join(root, file))]));
  return {
    now,
    changed: Object.keys(now).filter((file) => before[file] !== now[file] || !fs.existsSync(outputOf(root, file))),
    gone: Object.keys(before).filter((file) => !(file in now)),
  };
};

const isBuilt = (root) => {
  const { changed, gone } = changesSinceBuild(root);
  return changed.length === 0 && gone.length === 0;
};

module.exports = { changesSinceBuild, isAsset, isBuilt, manifestOf, outputOf };
