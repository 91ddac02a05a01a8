import 'reflect-metadata';
import { assertNode } from '#libs/platform/process/assert-node.js';

assertNode();
const { runRole } = await import('#libs/platform/process/run-role.js');
const { startWorker } = await import('./start-worker.js');
await runRole('worker', startWorker);
