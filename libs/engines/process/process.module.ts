import { type DynamicModule, Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { Settings } from '#libs/platform/config/settings.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { LIFE_CYCLE, LOGGER, METRICS_REGISTRY, PROCESS, SETTINGS } from '#libs/ports/tokens.js';

export interface ProcessOptions {
  /** Name of the process in logs, metrics and `pg_stat_activity`. */
  role: 'api' | 'worker' | 'projector';
  settings: Settings;
  logger: Logger;
  registry: Registry;
  lifeCycle: LifeCycle;
  /** Milliseconds that a dead process keeps its leases; the engine's own choice when omitted. */
  leaseTtlMs?: number;
}

/**
 * Options of one process, for every module. The only global module: Nest orders the hooks of global modules by when it
 * finds them, not by imports, and this one has nothing to close.
 */
@Module({})
export class ProcessModule {
  static register(options: ProcessOptions): DynamicModule {
    const { settings, logger, registry, lifeCycle } = options;
    const providers = [
      { provide: PROCESS, useValue: options },
      { provide: SETTINGS, useValue: settings },
      { provide: LOGGER, useValue: logger },
      { provide: METRICS_REGISTRY, useValue: registry },
      { provide: LIFE_CYCLE, useValue: lifeCycle },
    ];
    return { module: ProcessModule, global: true, providers, exports: providers };
  }
}
