import { resolve } from 'node:path';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import { measureDependencies } from '#libs/platform/process/dependency-metrics.js';
import { measureFolder } from '#libs/platform/telemetry/folder-metrics.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { BLOB_STORE, DATABASE_POOL, DEPENDENCIES, EVENT_STORE, INFERENCE, PROCESS } from '#libs/ports/tokens.js';
import { DatabaseModule } from '../database.module.js';
import { dependenciesOf } from '../dependencies.js';
import { EventStoreModule } from '../event-store.module.js';
import { OperationsServer } from './operations-server.js';
import type { ProcessOptions } from './process.module.js';

const open = (
  { settings, registry }: ProcessOptions,
  pool: Pool,
  eventStore: EventStore,
  blobs?: BlobStore,
  inference?: InferenceEngine,
): Dependency[] => {
  const dependencies = dependenciesOf(settings, {
    foundation: { pool, eventStore },
    ...(blobs === undefined ? {} : { blobs }),
    ...(inference === undefined ? {} : { inference }),
  });
  measureDependencies(registry, dependencies);
  measureFolder(registry, resolve(settings.TRANSLEDGER_DATA_DIR));
  return dependencies;
};

const optional = (token: symbol) => ({ token, optional: true });

/** Health of a process's dependencies, and its metrics. An application imports it once. */
@Module({})
export class OperationsModule {
  /** `imports` are the modules of the engines that the process depends on besides database and event store. */
  static register({ imports = [] }: Pick<ModuleMetadata, 'imports'> = {}): DynamicModule {
    const inject = [PROCESS, DATABASE_POOL, EVENT_STORE, optional(BLOB_STORE), optional(INFERENCE)];
    return {
      module: OperationsModule,
      imports: [DatabaseModule, EventStoreModule, ...imports],
      providers: [{ provide: DEPENDENCIES, inject, useFactory: open }, OperationsServer],
      exports: [DEPENDENCIES],
    };
  }
}
