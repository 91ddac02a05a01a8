import { runService } from '#apps/standalone/run-service.js';
import { readClusterArguments } from './cluster-arguments.js';
import type { ClusterOptions } from './cluster-engines.js';
import { clusterPlan } from './cluster-plan.js';

const readArguments = (): ClusterOptions => {
  try {
    return readClusterArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
};

const options = readArguments();
await runService((settings) => clusterPlan(settings, options));
