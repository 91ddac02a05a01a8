import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/e2e/file-order.js';
import { missingServers, type ServerName } from './test/servers/installed.js';

/** Suites that need servers through and through. */
const suitesOnServers: readonly { files: string; servers: readonly ServerName[] }[] = [
  { files: 'libs/ports/job-queue/bullmq/**/*.int.spec.ts', servers: ['redis'] },
  { files: 'libs/ports/limits/redis/**/*.int.spec.ts', servers: ['redis'] },
  { files: 'libs/ports/blob-store/s3/**/*.int.spec.ts', servers: ['s3'] },
  { files: 'packages/triton-client/**/*.int.spec.ts', servers: ['triton'] },
  { files: 'libs/ports/inference/triton/**/*.int.spec.ts', servers: ['triton', 'apertium'] },
  { files: 'test/triton-models/**/*.int.spec.ts', servers: ['triton', 'apertium'] },
];

const notRunHere = suitesOnServers.flatMap(({ files, servers }) => {
  const missing = missingServers(servers);
  return missing.length === 0 ? [] : [{ files, reason: `not installed here: ${missing.join(', ')}` }];
});
for (const { files, reason } of notRunHere) process.stderr.write(`skipped: ${files} (${reason})\n`);

/** Specs that measure their own process, which nobody else may have filled or grown before them. */
const measuringThemselves = [
  'apps/api/stream/slow-reader-memory.unit.spec.ts',
  'apps/api/compliance/audit-logs/export/export-memory.int.spec.ts',
  'apps/worker/reports/generation/report-memory.int.spec.ts',
  'libs/documents/formats/host/ended-threads.unit.spec.ts',
  // V8 counts the blocks of code alone that it compiled while it counted.
  'apps/api/stream/work-of-tokens.unit.spec.ts',
  'libs/documents/formats/**/work-of-*.unit.spec.ts',
  'libs/ports/inference/work-of-units.unit.spec.ts',
  'libs/reports/pdf/work-of-report-pdf.unit.spec.ts',
  'libs/text/glossary/work-of-glossaries.unit.spec.ts',
  'libs/text/work-of-text.unit.spec.ts',
  'test/work/counted-work.unit.spec.ts',
  'libs/documents/formats/docx/docx-large.int.spec.ts',
  'libs/documents/formats/host/large-document.int.spec.ts',
  'libs/documents/formats/host/held-memory.int.spec.ts',
  'libs/documents/formats/host/larger-files.int.spec.ts',
  'libs/documents/formats/rtf/rtf-large.int.spec.ts',
  'libs/ports/blob-store/directory/directory-blob-store.int.spec.ts',
  'libs/ports/blob-store/s3/s3-multipart.int.spec.ts',
];

const isUnit = (file: string): boolean => file.endsWith('.unit.spec.ts');

export default defineConfig({
  // Imports by `#…` mean the sources, not what was built from them.
  resolve: { conditions: ['transledger-source'] },
  ssr: { resolve: { conditions: ['transledger-source'] } },
  test: {
    sequence: { sequencer: FileOrder },
    // A loaded machine must not fail a test.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        // Generous: a loaded machine must not fail a test.
        test: {
          name: 'unit',
          include: ['{apps,libs,packages,projections,test}/**/*.unit.spec.ts'],
          exclude: measuringThemselves,
          // What is imported is imported once for all files: half of the time that they take.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{apps,libs,packages,projections,test}/**/*.int.spec.ts'],
          exclude: [...measuringThemselves, ...notRunHere.map(({ files }) => files)],
          isolate: false,
          globalSetup: ['test/integration/postgres.setup.ts', 'test/servers/class-archives.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: measuringThemselves.filter(isUnit), testTimeout: 120_000, maxWorkers: 2 },
      },
      {
        extends: true,
        test: {
          name: 'integration-alone',
          include: measuringThemselves.filter((file) => !isUnit(file)),
          exclude: notRunHere.map(({ files }) => files),
          globalSetup: ['test/integration/postgres.setup.ts', 'test/servers/class-archives.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.spec.ts'],
          globalSetup: ['test/servers/class-archives.setup.ts', 'test/e2e/shared-services.setup.ts'],
          // One process for all files: those that ask for the same service share it.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
