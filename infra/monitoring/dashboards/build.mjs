// Writes grafana/dashboards/*.json from the files beside this one. With --check it writes nothing and fails where a file
// is not what would be written.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const names = ['overview', 'events', 'work', 'inference', 'webhooks', 'audit', 'limits'];
const folder = join(import.meta.dirname, '../grafana/dashboards');

const written = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

for (const name of names) {
  const { default: dashboard } = await import(`./${name}.mjs`);
  const text = `${JSON.stringify(dashboard, null, 2)}\n`;
  const file = join(folder, `${name}.json`);
  if (isDeepStrictEqual(written(file), JSON.parse(text))) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name}.json is not what infra/monitoring/dashboards/${name}.mjs makes\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
  }
}
