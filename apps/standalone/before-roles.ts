import { openFoundation } from '#libs/engines/foundation.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { ensureFirstKey, type FirstKey } from './first-key.js';
import { logWarning } from './log-warning.js';

/** Milliseconds; the database, and what starts beside it, may leave little of a machine to this process. */
const connectTimeoutMs = 60_000;

export interface BeforeRoles {
  firstKey: FirstKey;
  /** A line for the operator; undefined where there is nothing to say. */
  warning: string | undefined;
}

/** Makes the first key and looks at the log before any role is started, on connections that are closed then. */
export const beforeRoles = async (settings: Settings): Promise<BeforeRoles> => {
  const foundation = await openFoundation(settings, { role: 'first start', poolSize: 4, connectTimeoutMs });
  try {
    return { firstKey: await ensureFirstKey(foundation, settings), warning: await logWarning(foundation) };
  } finally {
    await foundation.close();
  }
};
