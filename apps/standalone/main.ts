import { keepCompiledCode } from '#libs/platform/process/compile-cache.js';

keepCompiledCode(process.env);
const { runService } = await import('./run-service.js');
await runService(process.argv.slice(2));
