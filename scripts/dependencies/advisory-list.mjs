// The dated list of advisories about the packages of our locks, and what it says of them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ecosystems, normalized } from './locked-packages.mjs';
import { isInRange } from './versions.mjs';

export const listFile = 'infra/dependencies/advisories.json';
export const exceptionsFile = 'infra/dependencies/advisory-exceptions.json';

/** Days after which a list says too little of what is known today for anybody to rely on it. */
const maxDays = 90;
const msOfDay = 86_400_000;

const read = (root, file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** `{ ecosystems: { <name>: { source, commit, date } | { source: null, reason } }, looked_up, advisories }`. */
export const readAdvisories = (root) => read(root, listFile);

export const writeAdvisories = (root, list) =>
  writeFileSync(join(root, listFile), `${JSON.stringify(list, undefined, 2)}\n`);

/** One line without control characters, of at most 160. */
const lineOf = (text) =>
  text
    .replaceAll(/\p{C}+|\s+/gu, ' ')
    .trim()
    .slice(0, 160);

/** The advisories that the list keeps of an OSV record: one for each of the packages that it is about. Withdrawn ones are none. */
export const advisoriesOf = (record, isWanted) => {
  if (record.withdrawn !== undefined) return [];
  return (record.affected ?? []).flatMap(({ package: { ecosystem, name } = {}, ranges = [], versions = [] }) => {
    if (!ecosystems.includes(ecosystem) || !isWanted(ecosystem, normalized(ecosystem, name))) return [];
    const kept = ranges.filter(({ type }) => type !== 'GIT').map(({ events }) => events);
    return {
      id: record.id,
      ...(record.aliases === undefined ? {} : { aliases: record.aliases }),
      ecosystem,
      name: normalized(ecosystem, name),
      ...(record.database_specific?.severity === undefined ? {} : { severity: record.database_specific.severity }),
      summary: lineOf(record.summary ?? record.details ?? ''),
      ...(kept.length > 0 ? { ranges: kept } : { versions: versions.map(String) }),
    };
  });
};

const isAbout = ({ ecosystem, name, ranges, versions }, one) =>
  ecosystem === one.ecosystem &&
  name === one.name &&
  (ranges?.some((events) => isInRange(ecosystem, one.version, events)) ?? versions.includes(one.version));

/**
 * The judgement of a list on packages: `failures`, advisories without an exception and exceptions without an advisory; `unchecked`, what cannot be
 * said since no database was read, it is too old, or a package came later; `notes`.
 */
export const judged = (list, exceptions, packages, now) => {
  const failures = [];
  const [unchecked, notes] = [[], []];
  const used = new Set();
  for (const one of packages) {
    for (const advisory of list.advisories.filter((entry) => isAbout(entry, one))) {
      const exception = exceptions.find(
        ({ id, package: name }) => name === one.name && [advisory.id, ...(advisory.aliases ?? [])].includes(id),
      );
      const what = `${one.ecosystem} ${one.name} ${one.version} (${one.lock}): ${advisory.id} ${advisory.summary}`;
      if (exception === undefined) failures.push(what);
      else {
        used.add(exception);
        notes.push(`excepted: ${what}: ${exception.reason}`);
      }
    }
  }
  for (const exception of exceptions) {
    if (!used.has(exception))
      failures.push(`the exception ${exception.id} of ${exception.package} is of no advisory of ours`);
    if (!/\S{3}/.test(exception.reason ?? '')) failures.push(`the exception ${exception.id} gives no reason`);
  }
  for (const ecosystem of ecosystems) {
    const names = [...new Set(packages.filter((one) => one.ecosystem === ecosystem).map(({ name }) => name))];
    const { source, date, commit, reason } = list.ecosystems[ecosystem] ?? { source: null, reason: 'not looked up' };
    if (names.length === 0) continue;
    if (source === null) {
      unchecked.push(`${ecosystem}: none of ${names.length} packages: ${reason}`);
      continue;
    }
    const days = Math.floor((now.getTime() - Date.parse(date)) / msOfDay);
    const unknown = names.filter((name) => !list.looked_up[ecosystem].includes(name));
    const told = `${ecosystem}: ${names.length - unknown.length} packages by ${source}${commit ? ` ${commit.slice(0, 12)}` : ''} of ${date.slice(0, 10)}, ${days} days old`;
    (days > maxDays ? unchecked : notes).push(days > maxDays ? `${told}: too old to rely on` : told);
    if (unknown.length > 0) unchecked.push(`${ecosystem}: came after the list: ${unknown.join(', ')}`);
  }
  return { failures, unchecked, notes };
};

export const readExceptions = (root) => read(root, exceptionsFile).exceptions;
