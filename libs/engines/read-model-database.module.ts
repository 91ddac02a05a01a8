import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { DATABASE_URL, PROCESS, READ_MODELS } from '#libs/ports/tokens.js';
import { createReadModels, type ReadModelsSettings } from '#libs/read-side/read-models/read-models.js';
import { DatabaseModule } from './database.module.js';
import type { ProcessOptions } from './process/process.module.js';

/** The tables of an application's read models. */
export type ReadModelTables = Pick<ReadModelsSettings, 'entities' | 'migrations'>;

/** The database of the read models, with a pool of its own. Import it once in an application. */
@Module({})
export class ReadModelDatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(READ_MODELS) private readonly readModels: DataSource) {}

  static register(tables: ReadModelTables): DynamicModule {
    const open = ({ readPoolSize, logger }: ProcessOptions, connectionString: string): Promise<DataSource> =>
      createReadModels({
        ...tables,
        connectionString,
        poolSize: readPoolSize,
        onIdleError: (error) => logger.warn({ err: error }, 'a read-model connection broke'),
      });
    return {
      module: ReadModelDatabaseModule,
      imports: [DatabaseModule],
      providers: [{ provide: READ_MODELS, inject: [PROCESS, DATABASE_URL], useFactory: open }],
      exports: [READ_MODELS],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.readModels.destroy();
  }
}
