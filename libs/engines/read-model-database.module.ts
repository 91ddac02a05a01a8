import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { type DatabaseAddress, poolAddressOf } from '#libs/platform/postgres/database-address.js';
import { DATABASE_ADDRESS, DATABASE_BREAKER, PROCESS, READ_MODELS } from '#libs/ports/tokens.js';
import {
  connectReadModels,
  type ReadModels,
  type ReadModelsSettings,
} from '#libs/read-side/read-models/read-models.js';
import { poolSizes } from './connection-budget.js';
import { DatabaseModule } from './database.module.js';
import type { ProcessOptions } from './process/process.module.js';

/** The read models that an application queries, and how long a query may take. */
export type ReadModelAccess = Pick<ReadModelsSettings, 'entities' | 'statementTimeoutMs'>;

/** The database of the read models, with a pool of its own. An application imports it once. */
@Module({})
export class ReadModelDatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  static register(access: ReadModelAccess): DynamicModule {
    const open = (
      { role, settings, logger }: ProcessOptions,
      address: DatabaseAddress,
      breaker: CircuitBreaker | undefined,
    ): Promise<ReadModels> =>
      connectReadModels({
        ...access,
        ...poolAddressOf(address),
        applicationName: `transledger ${role} read models`,
        poolSize: poolSizes(role, settings).readModels,
        breaker,
        onIdleError: (error) => logger.warn({ err: error }, 'a read-model connection broke'),
      });
    return {
      module: ReadModelDatabaseModule,
      imports: [DatabaseModule],
      providers: [{ provide: READ_MODELS, inject: [PROCESS, DATABASE_ADDRESS, DATABASE_BREAKER], useFactory: open }],
      exports: [READ_MODELS],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.readModels.destroy();
  }
}
