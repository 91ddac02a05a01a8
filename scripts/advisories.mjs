// Advisories about the packages of our locks. `npm run advisories` makes the dated list anew, from the service of osv.dev or from
// snapshots of databases; `node scripts/advisories.mjs check` reads that list alone and asks nobody.

import { join } from 'node:path';
import {
  advisoriesOf,
  judged,
  readAdvisories,
  readExceptions,
  writeAdvisories,
} from './dependencies/advisory-list.mjs';
import { askService, databases, readSnapshot } from './dependencies/advisory-sources.mjs';
import { ecosystems, lockedPackages } from './dependencies/locked-packages.mjs';

const usage = `npm run advisories [-- --from NAME=FOLDER …] [--service URL]
  --from NAME=FOLDER  reads a git snapshot instead: ${Object.keys(databases).join(', ')}
  --service URL       asks this service of OSV (https://api.osv.dev)`;

/** The exit status of a check of which a part could not be made: neither right nor wrong. */
const notChecked = 3;

const print = (line) => process.stdout.write(`${line}\n`);

const report = (root) => {
  const { failures, unchecked, notes } = judged(
    readAdvisories(root),
    readExceptions(root),
    lockedPackages(root),
    new Date(),
  );
  for (const failure of failures) print(`✗ ${failure}`);
  for (const line of unchecked) print(`not checked: ${line}`);
  for (const note of notes) print(note);
  if (failures.length > 0) return 1;
  return unchecked.length > 0 ? notChecked : 0;
};

const namesOf = (packages, ecosystem) =>
  [...new Set(packages.filter((one) => one.ecosystem === ecosystem).map(({ name }) => name))].sort();

/** Replaces what the list has of ecosystems by what a source said; the others stay as they are. */
const replaced = (list, looked, source, found) => ({
  ecosystems: { ...list.ecosystems, ...Object.fromEntries(Object.keys(looked).map((name) => [name, source])) },
  looked_up: { ...list.looked_up, ...looked },
  advisories: [...list.advisories.filter(({ ecosystem }) => looked[ecosystem] === undefined), ...found].toSorted(
    (one, other) =>
      `${one.ecosystem} ${one.name} ${one.id}` < `${other.ecosystem} ${other.name} ${other.id}` ? -1 : 1,
  ),
});

const gathered = () => {
  const found = [];
  return { found, take: (isWanted) => (record) => found.push(...advisoriesOf(record, isWanted)) };
};

const make = async (root, snapshots, service) => {
  const packages = lockedPackages(root);
  let list = readAdvisories(root);
  const namesIn = (names) => Object.fromEntries(names.map((name) => [name, namesOf(packages, name)]));
  for (const snapshot of snapshots) {
    const [name, folder] = [snapshot.slice(0, snapshot.indexOf('=')), snapshot.slice(snapshot.indexOf('=') + 1)];
    if (databases[name] === undefined) throw new Error(`${name} is none of ${Object.keys(databases).join(', ')}`);
    const looked = namesIn(databases[name].ecosystems);
    const { found, take } = gathered();
    const read = await readSnapshot(
      name,
      folder,
      take((ecosystem, one) => looked[ecosystem]?.includes(one) === true),
    );
    list = replaced(list, looked, { source: name, commit: read.commit, date: read.date }, found);
    print(
      `✓ ${name} ${read.commit.slice(0, 12)} of ${read.date.slice(0, 10)}: ${read.records} records, ${found.length} about our packages`,
    );
  }
  if (snapshots.length === 0) {
    const looked = namesIn(ecosystems);
    const asked = ecosystems.flatMap((ecosystem) => looked[ecosystem].map((name) => ({ ecosystem, name })));
    const { found, take } = gathered();
    const date = new Date().toISOString();
    await askService(
      service,
      asked,
      take((ecosystem, one) => looked[ecosystem]?.includes(one) === true),
    );
    list = replaced(list, looked, { source: new URL(service).host, date }, found);
  }
  writeAdvisories(root, list);
};

const [command, ...args] = process.argv.slice(2);
const argumentsOf = (option) => args.flatMap((argument, at) => (args[at - 1] === option ? [argument] : []));
const root = argumentsOf('--root')[0] ?? join(import.meta.dirname, '..');
if (command === 'check') process.exitCode = report(root);
else if (command === 'make') {
  try {
    await make(root, argumentsOf('--from'), argumentsOf('--service')[0] ?? 'https://api.osv.dev');
    process.exitCode = report(root);
  } catch (error) {
    print(`✗ The list stays as it was: ${error.message}${error.cause?.code ? ` (${error.cause.code})` : ''}`);
    process.exitCode = 1;
  }
} else {
  print(usage);
  process.exitCode = 2;
}
