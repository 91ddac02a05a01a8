import { resolve } from 'node:path';
import type { Registry } from 'prom-client';
import type { Settings } from '#libs/config/settings.js';
import type { Foundation } from '#libs/engines/foundation.js';
import type { Dependency } from '#libs/health/dependency-health.js';
import { measureDependencies } from '#libs/health/dependency-metrics.js';
import { measurePool } from '#libs/postgres/pool-metrics.js';
import { measureFolder } from '#libs/telemetry/folder-metrics.js';

interface MeasuredRole {
  settings: Settings;
  foundation: Pick<Foundation, 'pool'>;
  dependencies: readonly Dependency[];
}

/** What every role tells of itself and of what it stands on. */
export const measureRole = (registry: Registry, { settings, foundation, dependencies }: MeasuredRole): void => {
  // First: the questions of the others would be counted as waiting.
  measurePool(registry, foundation.pool);
  measureDependencies(registry, dependencies);
  measureFolder(registry, resolve(settings.TRANSLEDGER_DATA_DIR));
};
