import { assertNode } from '#libs/platform/process/assert-node.js';
import { keepCompiledCode } from '#libs/platform/process/compile-cache.js';

assertNode();
keepCompiledCode(process.env);
const { runService } = await import('./run-service.js');
await runService(process.argv.slice(2));
