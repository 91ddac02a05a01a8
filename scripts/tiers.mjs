// The tiers of the tests, each with the runs of Vitest that it consists of: a project of vitest.config.ts, in an environment of its own.
// A spec says by its name which tier it belongs to; CONTRIBUTING.md has the table.

/** One journey through the whole product; `test:engines` sends it through a cluster as well. */
export const journey = 'test/e2e/main-journey.cluster.e2e.spec.ts';

const onCluster = { E2E_CLUSTER: '1', KILL_ROUNDS: process.env.KILL_ROUNDS ?? '1' };

/** Runs of each tier by name. `check` is not one of Vitest's: scripts/check.mjs. */
export const runsOf = {
  check: [],
  e2e: [{ project: 'e2e' }],
  unit: [{ project: 'unit' }, { project: 'unit-alone' }],
  integration: [{ project: 'integration' }, { project: 'integration-alone' }],
  engines: [
    { project: 'engines-e2e' },
    { project: 'engines' },
    { project: 'engines-alone' },
    { name: 'journey-on-cluster', project: 'cluster', files: [journey], environment: onCluster },
  ],
  contracts: [{ project: 'contracts-e2e' }, { project: 'contracts' }],
  faults: [
    { project: 'faults-e2e' },
    { project: 'faults' },
    { project: 'faults-alone' },
    { name: 'faults-on-cluster', project: 'cluster', excluded: [journey], environment: onCluster },
  ],
  cluster: [{ project: 'cluster', environment: onCluster }],
  eventstore: [
    { project: 'engines', files: ['libs/ports/event-store/eventstoredb'] },
    { project: 'e2e', environment: { E2E_EVENTSTORE_URL: process.env.EVENTSTORE_URL } },
  ],
};

/** In the order in which they begin: the one that mostly waits, beside those that compute. */
const ofTest = ['check', 'e2e', 'unit', 'integration'];

/** Tiers that a command runs: `npm test`, `npm run test:<name>`. */
export const tiersOfCommand = { test: ofTest, all: [...ofTest, 'engines', 'contracts', 'faults'] };

/** The commands of the other tiers, as `npm test` names them when it ends. */
export const otherCommands = [
  [
    'npm run test:engines',
    'Kafka, Redis, S3, Triton, the double of EventStoreDB, LibreOffice, veraPDF; one journey on a cluster',
  ],
  ['npm run test:contracts', 'Helm, compose, the fuzzed API, packed packages, a browser, pages typed as they stand'],
  ['npm run test:faults', 'kills, outages, failovers, floods and long waits, on one machine and on a cluster'],
  ['npm run test:all', 'all of it, once'],
];

/** Runs that compute leave the processors to those that drive the product and wait for its answers. */
export const nicenessOf = ({ project }) =>
  /^(unit|integration|engines|contracts|faults)(-alone)?$/.test(project) ? 4 : 0;
