import 'reflect-metadata';
import { assertNode } from '#libs/platform/process/assert-node.js';

assertNode();
const { runRole } = await import('#libs/platform/process/run-role.js');
const { startProjector } = await import('./start-projector.js');
await runRole('projector', startProjector);
