import { resolve } from 'node:path';
import type { Registry } from 'prom-client';
import type { Foundation } from '#libs/engines/foundation.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { measurePool } from '#libs/platform/postgres/pool-metrics.js';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import { measureDependencies } from '#libs/platform/process/dependency-metrics.js';
import { measureFolder } from '#libs/platform/telemetry/folder-metrics.js';

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
