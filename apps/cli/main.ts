import { keepCompiledCode } from '#libs/platform/process/compile-cache.js';

keepCompiledCode(process.env);
const { runCommandLine } = await import('./command-line.js');
await runCommandLine();
