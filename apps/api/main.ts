import 'reflect-metadata';
import { runRole } from '#libs/platform/process/run-role.js';
import { startApi } from './start-api.js';

await runRole('api', startApi);
