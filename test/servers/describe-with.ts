import { describe } from 'vitest';
import { missingServers, type ServerName } from './installed.js';

/** A suite on real servers; skipped, with the reason in its name, where they are not installed. */
export const describeWith = (servers: readonly ServerName[], title: string, suite: () => void): void => {
  const missing = missingServers(servers);
  if (missing.length === 0) describe(title, suite);
  else describe.skip(`${title} (not installed here: ${missing.join(', ')})`, suite);
};
