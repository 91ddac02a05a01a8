import { defineConfig } from 'vitest/config';

const source = (folder: string) => ({ find: `#${folder}`, replacement: `${import.meta.dirname}/${folder}` });

export default defineConfig({
  resolve: { alias: ['apps', 'libs', 'projections', 'test'].map(source) },
  test: {
    projects: [
      {
        extends: true,
        // Generous: a loaded machine must not fail a test.
        test: { name: 'unit', include: ['{apps,libs,projections,test}/**/*.unit.spec.ts'], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{apps,libs,projections,test}/**/*.int.spec.ts'],
          globalSetup: ['test/integration/postgres.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.spec.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
