import { ConfigurationError, readSettings } from '#libs/config/settings.js';
import { RoleFailure } from './role-process.js';
import { startService } from './service.js';
import { StartFailure } from './start-failure.js';

const explain = (error: unknown): string => {
  if (error instanceof ConfigurationError) return error.problems.map((problem) => `✗ ${problem}`).join('\n');
  if (error instanceof StartFailure || error instanceof RoleFailure) return `✗ ${error.message}`;
  return `✗ Transledger could not start: ${error instanceof Error ? error.message : String(error)}`;
};

try {
  const service = await startService(readSettings(process.env));
  const stop = () => {
    void service.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
