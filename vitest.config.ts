import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { FileOrder } from './test/e2e/file-order.js';
import { missingServers, type ServerName } from './test/servers/installed.js';

/**
 * A spec says by its name where it belongs: `<name>.<tier>.spec.ts`. `unit`, `int` and `e2e` are what `npm test` runs; `engines`, `faults`
 * and `contracts` have a command each (CONTRIBUTING.md, Tests). `.alone` before the tier gives a spec a process of its own.
 */
const specs = (tier: string): string => `{apps,libs,packages,projections,test}/**/*.${tier}.spec.ts`;
/** Specs in this folder drive the running product. */
const driving = (tier: string): string => `test/e2e/**/*.${tier}.spec.ts`;
/** Specs that measure their own process, which nobody else may have filled or grown before them. */
const alone = '**/*.alone.*.spec.ts';

/** Suites that need servers through and through; others ask with `describeWith`. */
const suitesOnServers: readonly { files: string; servers: readonly ServerName[] }[] = [
  { files: 'libs/ports/job-queue/bullmq/**/*.engines.spec.ts', servers: ['redis'] },
  { files: 'libs/ports/limits/redis/**/*.engines.spec.ts', servers: ['redis'] },
  { files: 'libs/ports/blob-store/s3/**/*.engines.spec.ts', servers: ['s3'] },
  { files: 'libs/ports/signed-heads/**/*.engines.spec.ts', servers: ['s3'] },
  { files: 'libs/ports/message-bus/kafka/**/*.engines.spec.ts', servers: ['kafka', 'kafka-3.9'] },
  { files: 'packages/triton-client/**/*.engines.spec.ts', servers: ['triton'] },
  { files: 'libs/ports/inference/triton/**/*.engines.spec.ts', servers: ['triton', 'apertium'] },
  { files: 'test/triton-models/**/*.engines.spec.ts', servers: ['triton', 'apertium'] },
];

const notRunHere = suitesOnServers.flatMap(({ files, servers }) => {
  const missing = missingServers(servers);
  return missing.length === 0 ? [] : [{ files, reason: `not installed here: ${missing.join(', ')}` }];
});
if (process.env.TEST_TIER === 'engines')
  for (const { files, reason } of notRunHere) process.stderr.write(`skipped: ${files} (${reason})\n`);

/** Generous: a loaded machine must not fail a test. */
const limits = {
  unit: { testTimeout: 60_000 },
  alone: { testTimeout: 120_000 },
  service: { testTimeout: 300_000, hookTimeout: 300_000 },
};

const database = 'test/integration/postgres.setup.ts';
const classArchives = 'test/servers/class-archives.setup.ts';
const sharedServices = 'test/e2e/shared-services.setup.ts';

/** A project of Vitest. In a run of several each has its turn, as each has so many workers as suit it. */
const inTurn = (projects: readonly TestProjectInlineConfiguration[]): TestProjectInlineConfiguration[] =>
  projects.map((project, groupOrder) => ({
    ...project,
    extends: true,
    test: { ...project.test, sequence: { groupOrder } },
  }));

export default defineConfig({
  // Imports by `#…` mean the sources, not what was built from them.
  resolve: { conditions: ['transledger-source'] },
  ssr: { resolve: { conditions: ['transledger-source'] } },
  // So do those of global setups.
  environments: { __vitest__: { resolve: { conditions: ['transledger-source'] } } },
  test: {
    sequence: { sequencer: FileOrder },
    globalSetup: ['test/build.setup.ts'],
    // A loaded machine must not fail a test.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['test/patience.setup.ts'],
    projects: inTurn([
      {
        test: {
          name: 'unit',
          include: [specs('unit')],
          exclude: [alone],
          // What is imported is imported once for all files: half of the time that they take.
          isolate: false,
          ...limits.unit,
        },
      },
      { test: { name: 'unit-alone', include: [specs('alone.unit')], maxWorkers: 2, ...limits.alone } },
      {
        test: {
          name: 'integration',
          include: [specs('int')],
          exclude: [alone],
          isolate: false,
          globalSetup: [database],
          maxWorkers: 3,
          ...limits.service,
        },
      },
      {
        test: {
          name: 'integration-alone',
          include: [specs('alone.int')],
          globalSetup: [database],
          maxWorkers: 2,
          ...limits.service,
        },
      },
      {
        test: {
          name: 'e2e',
          include: [driving('e2e')],
          globalSetup: [sharedServices],
          // Files that ask for the same service share it.
          isolate: false,
          // A file waits most of the time. A cluster is as much as a machine bears, so there is one at a time.
          maxWorkers: process.env.E2E_CLUSTER === '1' ? 1 : 2,
          ...limits.service,
        },
      },
      {
        test: {
          name: 'engines',
          include: [specs('engines')],
          exclude: [alone, driving('engines'), ...notRunHere.map(({ files }) => files)],
          isolate: false,
          globalSetup: [database, classArchives],
          maxWorkers: 3,
          ...limits.service,
        },
      },
      {
        test: {
          name: 'engines-alone',
          include: [specs('alone.engines')],
          exclude: notRunHere.map(({ files }) => files),
          globalSetup: [database, classArchives],
          maxWorkers: 2,
          ...limits.service,
        },
      },
      // Faults kill, stop or flood the service, which nobody else may use meanwhile.
      ...['engines', 'faults', 'contracts'].map((tier) => ({
        test: {
          name: `${tier}-e2e`,
          include: [driving(tier)],
          globalSetup: [classArchives, sharedServices],
          isolate: false,
          fileParallelism: false,
          ...limits.service,
        },
      })),
      ...['faults', 'contracts'].map((tier) => ({
        test: {
          name: tier,
          include: [specs(tier)],
          exclude: [alone, driving(tier)],
          isolate: false,
          globalSetup: [database, classArchives],
          maxWorkers: 2,
          ...limits.service,
        },
      })),
      {
        test: {
          name: 'faults-alone',
          include: [specs('alone.faults')],
          globalSetup: [database],
          maxWorkers: 2,
          ...limits.service,
        },
      },
      {
        test: {
          // The same files on every engine of a cluster (E2E_CLUSTER=1): those that say so by their names.
          name: 'cluster',
          include: ['test/e2e/**/*.cluster.{e2e,engines,faults}.spec.ts'],
          globalSetup: [classArchives, sharedServices],
          isolate: false,
          fileParallelism: false,
          ...limits.service,
        },
      },
    ]),
  },
});
