import { runService } from '#apps/standalone/run-service.js';
import { type ClusterArguments, readClusterArguments } from './cluster-arguments.js';
import { clusterPlan } from './cluster-plan.js';

const readArguments = (): ClusterArguments => {
  try {
    return readClusterArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
};

const { options, others } = readArguments();
await runService(others, (settings) => clusterPlan(settings, options));
