import { describe } from 'vitest';
import { missingServers, type ServerName } from '#test/servers/installed.js';
import { isHelmOnPath } from './helm.js';

/** A suite that runs Helm; skipped, with the reason in its name, where neither PATH nor the project has it. */
export const describeWithHelm = (title: string, suite: () => void, others: readonly ServerName[] = []): void => {
  const missing = missingServers(isHelmOnPath ? others : ['helm', ...others]);
  if (missing.length === 0) describe(title, suite);
  else describe.skip(`${title} (not installed here: ${missing.join(', ')})`, suite);
};
