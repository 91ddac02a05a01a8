import { assertNode } from '#libs/platform/process/assert-node.js';
import { keepCompiledCode } from '#libs/platform/process/compile-cache.js';

assertNode();
keepCompiledCode(process.env);
const { runCommandLine } = await import('./command-line.js');
await runCommandLine();
