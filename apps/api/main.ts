import 'reflect-metadata';
import { runRole } from '#libs/process-role/run-role.js';
import { startApi } from './start-api.js';

await runRole('api', startApi);
