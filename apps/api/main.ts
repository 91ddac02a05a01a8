import 'reflect-metadata';
import { assertNode } from '#libs/platform/process/assert-node.js';

assertNode();
const { runRole } = await import('#libs/platform/process/run-role.js');
const { startApi } = await import('./start-api.js');
await runRole('api', startApi);
