// Runs the benchmarks of test/bench that are named, or all that need no options, one after the other. What begins with the first option goes to each.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../dist/test/bench');
const all = readdirSync(folder).flatMap((file) =>
  file.endsWith('.bench.js') ? [file.slice(0, -'.bench.js'.length)] : [],
);
const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('-'));
const wanted = firstOption === -1 ? given : given.slice(0, firstOption);
const options = firstOption === -1 ? [] : given.slice(firstOption);
/** They measure with what only the caller has. */
const withOptions = ['quality'];
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}\n`);
  process.exit(1);
}
for (const name of wanted.length === 0 ? all.filter((one) => !withOptions.includes(one)) : wanted) {
  process.stdout.write(`\n── ${name} ──\n`);
  const { status } = spawnSync(
    process.execPath,
    ['--enable-source-maps', join(folder, `${name}.bench.js`), ...options],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
