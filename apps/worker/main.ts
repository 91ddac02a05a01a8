import 'reflect-metadata';
import { runRole } from '#libs/process-role/run-role.js';
import { startWorker } from './start-worker.js';

await runRole('worker', startWorker);
