import 'reflect-metadata';
import { runRole } from '#libs/platform/process/run-role.js';
import { startWorker } from './start-worker.js';

await runRole('worker', startWorker);
