import { resolve } from 'node:path';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Dependency } from '#libs/platform/process/dependency-health.js';
import { measureDependencies } from '#libs/platform/process/dependency-metrics.js';
import { Readiness } from '#libs/platform/process/readiness.js';
import { measureFolder } from '#libs/platform/telemetry/folder-metrics.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { auditLogsDependency } from '#libs/ports/log-signatures/stopped-logs.js';
import {
  BLOB_STORE,
  DATABASE_POOL,
  EVENT_STORE,
  INFERENCE,
  OWN_DEPENDENCY,
  PROCESS,
  READINESS,
} from '#libs/ports/tokens.js';
import { readModelsDependency } from '#libs/read-side/projection/progress/projection-health.js';
import type { RunnableProjection } from '#libs/read-side/projection/runner/runnable-projection.js';
import { DatabaseModule } from '../database.module.js';
import { dependenciesOf } from '../dependencies.js';
import { EventStoreModule } from '../event-store.module.js';
import { OperationsServer } from './operations-server.js';
import type { ProcessOptions } from './process.module.js';

interface OperationsOptions extends Pick<ModuleMetadata, 'imports'> {
  /** Projections whose rows the process reads or writes. */
  projections?: readonly RunnableProjection[];
}

const openReadiness =
  (projections: readonly RunnableProjection[]) =>
  (
    { role, settings, registry, logger }: ProcessOptions,
    pool: Pool,
    eventStore: EventStore,
    blobs?: BlobStore,
    inference?: InferenceEngine,
    own?: Dependency,
  ): Readiness => {
    const dependencies = dependenciesOf(settings, {
      role,
      foundation: { pool, eventStore },
      ...(blobs === undefined ? {} : { blobs }),
      ...(inference === undefined ? {} : { inference }),
    });
    if (own !== undefined) dependencies.push(own);
    if (projections.length > 0) dependencies.push(readModelsDependency({ pool, eventStore, projections }));
    // A worker neither signs logs nor shows them.
    if (role !== 'worker') dependencies.push(auditLogsDependency(pool));
    const readiness = new Readiness(dependencies, logger);
    measureDependencies(registry, readiness);
    measureFolder(registry, resolve(settings.TRANSLEDGER_DATA_DIR));
    return readiness;
  };

const optional = (token: symbol) => ({ token, optional: true });

/** Health of a process's dependencies, and its metrics. An application imports it once. */
@Module({})
export class OperationsModule {
  /** `imports` are the modules of what the process depends on besides database and event store. */
  static register({ imports = [], projections = [] }: OperationsOptions = {}): DynamicModule {
    const inject = [PROCESS, DATABASE_POOL, EVENT_STORE, ...[BLOB_STORE, INFERENCE, OWN_DEPENDENCY].map(optional)];
    return {
      module: OperationsModule,
      imports: [DatabaseModule, EventStoreModule, ...imports],
      providers: [{ provide: READINESS, inject, useFactory: openReadiness(projections) }, OperationsServer],
      exports: [READINESS],
    };
  }
}
