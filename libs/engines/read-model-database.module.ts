import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { DATABASE_URL, PROCESS, READ_MODELS } from '#libs/ports/tokens.js';
import { connectReadModels, type ReadModelsSettings } from '#libs/read-side/read-models/read-models.js';
import { DatabaseModule } from './database.module.js';
import type { ProcessOptions } from './process/process.module.js';

/** The read models that an application queries, and its number of connections. */
export type ReadModelAccess = Pick<ReadModelsSettings, 'entities' | 'poolSize'>;

/** The database of the read models, with a pool of its own. An application imports it once. */
@Module({})
export class ReadModelDatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(READ_MODELS) private readonly readModels: DataSource) {}

  static register(access: ReadModelAccess): DynamicModule {
    const open = ({ logger }: ProcessOptions, connectionString: string): Promise<DataSource> =>
      connectReadModels({
        ...access,
        connectionString,
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
