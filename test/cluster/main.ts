import { runService } from '#apps/standalone/run-service.js';
import { clusterPlan } from './cluster-plan.js';

await runService(clusterPlan);
