// The tiers beside `npm test` that a change touches, for continuous integration: whatever differs from the last commit on which all of
// them were green, which `npm run test:all` notes in .ci/deep-tested.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
export const deepTestedFile = '.ci/deep-tested';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Paths by the tier whose tests hold what is there. */
const touches = {
  engines: [
    /\.engines\.spec\.ts$/,
    /^libs\/(ports|engines|event-sourcing)\//,
    /^libs\/documents\/(office|ocr|conversions|formats\/pdf)\//,
    /^libs\/reports\/pdf\//,
    /^packages\/triton-client\//,
    /^infra\/(triton|kafka)\//,
    /^test\/(servers|triton-models|eventstore-double|cluster)\//,
    /^scripts\/setup\/(servers|office|go-tools)\.cjs$/,
    /^package-lock\.json$/,
  ],
  contracts: [
    /\.contracts\.spec\.ts$/,
    /^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs\//,
    /^apps\/(api|cli|console)\//,
    /^libs\/(platform\/config|domain\/errors|audit)\//,
    /^packages\//,
    /^infra\/(?!triton\/)|^\.dockerignore$|^\.env\.example$/,
    /^test\/(openapi|infra|packages)\//,
    /^scripts\/setup\//,
    /^package(-lock)?\.json$/,
  ],
  faults: [
    /\.faults\.spec\.ts$/,
    /^apps\/(worker|projector|standalone|api\/(stream|access|http))\//,
    /^libs\/(event-sourcing|read-side|engines|platform\/(process|postgres))\//,
    /^libs\/ports\/(event-store|job-queue|message-bus|lease|log-|node-directory|limits|signed-heads)/,
    /^projections\//,
    /^test\/(fault|cluster|eventstore-double)\//,
  ],
};

const isKnown = (commit) => {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false;
  }
};

/** Each run begins with another tier, so that what one left out for its time comes first in one of the next. */
const inTurn = (tiers, turn) => {
  const first = turn % Math.max(1, tiers.length);
  return [...tiers.slice(first), ...tiers.slice(0, first)];
};

/** The tiers of paths that changed. */
export const tiersTouchedBy = (paths) =>
  Object.keys(touches).filter((tier) => paths.some((path) => touches[tier].some((pattern) => pattern.test(path))));

/** The tiers to run, why these, in a sentence, and a number that is another for each commit. */
export const touchedTiers = () => {
  const turn = Number(git('rev-list', '--count', 'HEAD'));
  const file = join(root, deepTestedFile);
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (commit === undefined || !isKnown(commit)) {
    const tiers = ['engines', 'contracts'];
    return { tiers, turn, reason: `${deepTestedFile} names no commit of this history: ${tiers.join(' and ')} run.` };
  }
  const paths = git('diff', '--name-only', commit, 'HEAD')
    .split('\n')
    .filter((path) => path !== '' && path !== deepTestedFile);
  const tiers = inTurn(tiersTouchedBy(paths), turn);
  const what = tiers.length === 0 ? 'no further tier' : tiers.join(', ');
  return {
    tiers,
    turn,
    reason: `${paths.length} files differ from ${commit.slice(0, 8)}, the last that all tiers passed: ${what}.`,
  };
};
