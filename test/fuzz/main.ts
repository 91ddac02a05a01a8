import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createFormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { convertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { OfficeConverter } from '#libs/documents/office/office-converter.js';
import { drawProgress } from '#test/fidelity/progress-bar.js';
import { projectRoot } from '#test/project-root.js';
import { DamagedFiles } from './damaged-files.js';
import { type FuzzArguments, readFuzzArguments } from './fuzz-arguments.js';
import { failureText } from './fuzz-report.js';

// Hostile input by chance: mixtures of constructs whose work is counted, and damaged files that have to be refused or
// translated. Exit code 1 when one of them failed.

const readArguments = (): FuzzArguments => {
  try {
    return readFuzzArguments(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
};

const { seed, mixtures, files } = readArguments();
process.stdout.write(`Seed ${seed} (FUZZ_SEED=${seed} repeats what it finds)\n`);

const mixturesPass = (runs: number): boolean => {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit-alone', 'work-of-', '-t', 'mixture|comes after'],
    {
      cwd: projectRoot,
      env: { ...process.env, FUZZ_SEED: String(seed), FUZZ_RUNS: String(runs) },
      stdio: 'inherit',
    },
  );
  return status === 0;
};

const converter = new OfficeConverter();
const withoutConverter = files.filter(
  ({ format }) => !converter.isInstalled && legacyFormats.some(({ name }) => name === format),
);
for (const { format } of withoutConverter) process.stdout.write(`skipped: ${format} (LibreOffice is not installed)\n`);
const tried = files.filter((each) => !withoutConverter.includes(each));

/** Returns how many files failed. */
const tryFiles = async (): Promise<number> => {
  const lanes = availableParallelism();
  const host = convertingFormatHost(createFormatHost({ threads: lanes + 1 }), converter, legacyFormats);
  const total = tried.reduce((sum, { numbers }) => sum + numbers.length, 0);
  let [done, failed] = [0, 0];
  try {
    for (const { format, numbers } of tried) {
      const damaged = new DamagedFiles(host, format, seed);
      const waiting = numbers.values();
      const work = async (): Promise<void> => {
        for (const number of waiting) {
          drawProgress(process.stderr, done, total, 'files');
          const failure = await damaged.failure(number);
          done += 1;
          if (failure === undefined) continue;
          failed += 1;
          process.stdout.write(failureText(failure, seed));
        }
      };
      await Promise.all(Array.from({ length: lanes }, work));
    }
    drawProgress(process.stderr, done, total, 'files');
  } finally {
    await host.close();
  }
  process.stdout.write(`${done} damaged files, ${failed} failed\n`);
  return failed;
};

const areLinear = mixtures === undefined || mixturesPass(mixtures);
const failedFiles = tried.length === 0 ? 0 : await tryFiles();
process.exit(areLinear && failedFiles === 0 ? 0 : 1);
