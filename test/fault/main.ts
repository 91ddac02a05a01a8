import { writeFile } from 'node:fs/promises';
import { machineLines } from '#test/bench/machine.js';
import { clusterServers, missingServers } from '#test/servers/installed.js';
import { FaultCluster } from './cluster/fault-cluster.js';
import { type FaultArguments, readFaultArguments } from './fault-arguments.js';
import { printSummary, progressLines } from './fault-report.js';
import { runFaults } from './fault-run.js';

// The cluster under load while everything in it fails in turn. Exit code 1 when an acknowledged act was lost or doubled.

const readArguments = (): FaultArguments => {
  try {
    return readFaultArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
};

const given = readArguments();
const missing = missingServers(clusterServers);
if (missing.length > 0) {
  process.stderr.write(`Not installed here: ${missing.join(', ')}\n`);
  process.exit(2);
}

process.stdout.write(
  `Faults on a cluster, seed ${given.seed} (--seed ${given.seed} repeats their order)\n${machineLines()}\n`,
);
const startedAt = performance.now();
const cluster = await FaultCluster.start({ brokers: given.brokers });
const end = async (code: number, keepData: boolean): Promise<never> => {
  await cluster.stop({ keepData });
  if (keepData) process.stdout.write(`Data and logs are in ${cluster.dataDir}\n`);
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(1, false));

const faults = given.faults.filter((fault) => {
  const reason = fault.impossible?.(cluster);
  if (reason !== undefined) process.stdout.write(`skipped: ${fault.name} (${reason})\n`);
  return reason === undefined;
});
try {
  const run = await runFaults(cluster, { ...given, faults }, progressLines(startedAt));
  printSummary(run, given.seed);
  const { checks, settlement } = run;
  if (given.report !== undefined)
    await writeFile(given.report, JSON.stringify({ seed: given.seed, checks, settlement }));
  const isWhole = checks.every(({ violations }) => violations.length === 0);
  await end(isWhole ? 0 : 1, !isWhole);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  await end(1, true);
}
