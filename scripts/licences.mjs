// Licences of all dependencies against the lists of infra/dependencies/licences.json: what is shipped may have those of `shipped` alone,
// tools also those of `tools`. npm's locks name them; of packages of other locks, and where a lock names none, `known` does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages } from './dependencies/locked-packages.mjs';

const listFile = 'infra/dependencies/licences.json';

/** Whether an SPDX expression can be met with allowed licences: one side of each OR, both of each AND. */
const isAllowed = (expression, allowed) => {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  const term = () => {
    const token = tokens.shift();
    if (token !== '(') return allowed.includes(token);
    const inner = either();
    tokens.shift();
    return inner;
  };
  const both = () => {
    let isMet = term();
    while (tokens[0] === 'AND') {
      tokens.shift();
      isMet = term() && isMet;
    }
    return isMet;
  };
  const either = () => {
    let isMet = both();
    while (tokens[0] === 'OR') {
      tokens.shift();
      isMet = both() || isMet;
    }
    return isMet;
  };
  return either() && tokens.length === 0;
};

const mistakesOf = (root) => {
  const { shipped, tools, known, exceptions } = JSON.parse(readFileSync(join(root, listFile), 'utf8'));
  const used = new Set();
  const packages = lockedPackages(root);
  const mistakes = packages.flatMap(({ ecosystem, name, version, licence: told, isShipped, lock }) => {
    const what = `${ecosystem} ${name} ${version} (${lock})`;
    const licence = told ?? known[ecosystem]?.[name]?.licence;
    if (told === undefined) used.add(`${ecosystem} ${name}`);
    if (licence === undefined) return [`${what}: its lock names no licence, and ${listFile} knows none`];
    if (isAllowed(licence, isShipped ? shipped : [...shipped, ...tools])) return [];
    const exception = exceptions.find((one) => one.package === name && one.licence === licence);
    if (exception === undefined)
      return [`${what}: ${licence} is not allowed ${isShipped ? 'in what is shipped' : 'in a tool'}`];
    used.add(exception);
    return /\S{3}/.test(exception.reason ?? '') ? [] : [`${listFile}: the exception of ${name} gives no reason`];
  });
  const idle = Object.entries(known).flatMap(([ecosystem, names]) =>
    Object.keys(names)
      .filter((name) => !used.has(`${ecosystem} ${name}`))
      .map((name) => `${listFile}: nothing needs what it knows of ${name}`),
  );
  const unused = exceptions
    .filter((one) => !used.has(one))
    .map((one) => `${listFile}: nothing needs the exception of ${one.package}`);
  return [...mistakes, ...idle, ...unused];
};

const { argv } = process;
const root = argv[2] === '--root' ? argv[3] : join(import.meta.dirname, '..');
const mistakes = mistakesOf(root);
for (const mistake of [...new Set(mistakes)]) process.stdout.write(`${mistake}\n`);
process.exitCode = mistakes.length === 0 ? 0 : 1;
