// Databases of advisories in the form of OSV: a snapshot of a repository, or the service of osv.dev.

import { execFileSync, spawn } from 'node:child_process';
import { parse } from 'yaml';

/** Repositories that are known, with what they tell of and where their records lie. */
export const databases = {
  'github/advisory-database': { ecosystems: ['npm', 'PyPI', 'Go'], folder: 'advisories/github-reviewed' },
  'pypa/advisory-database': { ecosystems: ['PyPI'], folder: 'vulns' },
  'golang/vulndb': { ecosystems: ['Go'], folder: 'data/osv' },
};

const git = (folder, ...args) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 512 * 1_024 * 1_024 });

/** Calls `take` with the text of each object, in order. */
const eachObject = async (folder, ids, take) => {
  const child = spawn('git', ['-C', folder, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${ids.join('\n')}\n`);
  let pending = Buffer.alloc(0);
  for await (const chunk of child.stdout) {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.indexOf(10);
      const [, type, size] = end === -1 ? [] : pending.subarray(0, end).toString().split(' ');
      if (type !== undefined && type !== 'blob') throw new Error('the snapshot lacks a record');
      if (size === undefined || pending.length < end + 2 + Number(size)) break;
      take(pending.subarray(end + 1, end + 1 + Number(size)).toString());
      pending = pending.subarray(end + 2 + Number(size));
    }
  }
};

/** Reads every record of a snapshot of a known repository; returns its commit and the date of that. */
export const readSnapshot = async (name, folder, take) => {
  const { folder: within } = databases[name];
  const [commit = '', date = ''] = git(folder, 'log', '-1', '--format=%H %cI').trim().split(' ');
  const lines = git(folder, 'ls-tree', '-r', 'HEAD', '--', within).split('\n');
  const records = lines.flatMap((line) => /^\S+ blob (\w+)\t.*\.(json|ya?ml)$/.exec(line)?.slice(1, 2) ?? []);
  if (records.length === 0) throw new Error(`there are no records in ${within}`);
  await eachObject(folder, records, (text) => take(text.startsWith('{') ? JSON.parse(text) : parse(text)));
  return { commit, date: new Date(date).toISOString(), records: records.length };
};

const timeoutMs = 30_000;
const queriesAtOnce = 500;
const lookUpsAtOnce = 8;

const ask = async (url, body) => {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return response.json();
};

const idsFor = async (service, queries) => {
  const ids = new Set();
  for (let open = queries; open.length > 0; ) {
    const asked = open.slice(0, queriesAtOnce);
    const { results } = await ask(`${service}/v1/querybatch`, { queries: asked });
    if (results?.length !== asked.length) throw new Error('it answered another number of queries');
    for (const { vulns = [] } of results) for (const { id } of vulns) ids.add(id);
    const further = results.flatMap(({ next_page_token: token }, at) =>
      token ? [{ ...asked[at], page_token: token }] : [],
    );
    open = [...further, ...open.slice(queriesAtOnce)];
  }
  return [...ids].sort();
};

/**
 * Asks a service of osv.dev for every record about packages, at whatever version, `{ ecosystem, name }`.
 * @throws Error where it does not answer whole
 */
export const askService = async (service, packages, take) => {
  const ids = await idsFor(
    service,
    packages.map(({ ecosystem, name }) => ({ package: { ecosystem, name } })),
  );
  for (let at = 0; at < ids.length; at += lookUpsAtOnce) {
    const some = ids.slice(at, at + lookUpsAtOnce).map((id) => ask(`${service}/v1/vulns/${encodeURIComponent(id)}`));
    for (const record of await Promise.all(some)) take(record);
  }
  return ids.length;
};
