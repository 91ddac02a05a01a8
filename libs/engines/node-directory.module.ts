import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { NodeDirectory } from '#libs/ports/node-directory/node-directory.port.js';
import { createPostgresNodeDirectory } from '#libs/ports/node-directory/postgres-node-directory.js';
import { DATABASE_POOL, LOGGER, NODE_DIRECTORY } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';

const open = (pool: Pool, logger: Logger): NodeDirectory =>
  createPostgresNodeDirectory({
    pool,
    onFault: (error) => logger.warn({ err: error }, 'this node could not be announced to the others'),
  });

/** Where the nodes of the API find each other. Whoever announces a node closes the directory. */
@Module({
  imports: [DatabaseModule],
  providers: [{ provide: NODE_DIRECTORY, inject: [DATABASE_POOL, LOGGER], useFactory: open }],
  exports: [NODE_DIRECTORY],
})
export class NodeDirectoryModule {}
