import { assertNode } from '#libs/platform/process/assert-node.js';

assertNode();
const { runRole } = await import('#libs/platform/process/run-role.js');
const { startInference } = await import('./start-inference.js');
await runRole('inference', startInference);
