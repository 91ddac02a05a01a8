// Makes the catalogue of models that is built in, from a file with what mozilla/firefox-translations-models has at one commit:
// size and SHA-256 of each packed file, as its Git LFS pointer says them, and of the unpacked model, as metadata.json does.
// Usage: node scripts/model-catalogue.mjs FILE
// FILE: { source, commit, date, licence, models: [{ pair, architecture, folder, version, model: { bytes, sha256 }, files: { NAME: { size, sha256 } } }] }

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node scripts/model-catalogue.mjs FILE\n');
  process.exit(6);
}

const licenceLinks = { 'MPL-2.0': 'https://www.mozilla.org/MPL/2.0/' };
const catalogue = join(import.meta.dirname, '../libs/models/firefox-models.asset.json');

const { source, commit, date, licence, models } = JSON.parse(readFileSync(file, 'utf8'));
const head = { source, commit, date, licence, licence_url: licenceLinks[licence] };
// What was measured of a model is for pages about quality; a line is a model, so that a change of one is seen.
const lines = models.map(({ pair, architecture, folder, version, model, files }) =>
  JSON.stringify({ pair, architecture, folder, ...(version !== null && { version }), model, files }),
);
const list = lines.map((line) => `  ${line}`).join(',\n');
writeFileSync(catalogue, `${JSON.stringify(head).slice(0, -1)},"models":[\n${list}\n]}\n`);
process.stdout.write(`${models.length} models of ${new Set(models.map(({ pair }) => pair)).size} pairs\n`);
