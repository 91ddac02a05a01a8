import { describe } from 'vitest';
import { missingServers, type ServerName } from './installed.js';

/** A suite that is skipped, with the reason in its name, where a server is missing. */
export const describeUnlessMissing = (missing: readonly ServerName[], title: string, suite: () => void): void => {
  if (missing.length === 0) describe(title, suite);
  else describe.skip(`${title} (not installed here: ${missing.join(', ')})`, suite);
};

/** A suite on real servers. */
export const describeWith = (servers: readonly ServerName[], title: string, suite: () => void): void =>
  describeUnlessMissing(missingServers(servers), title, suite);
