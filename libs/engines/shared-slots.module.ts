import { Module } from '@nestjs/common';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import { PostgresSlots } from '#libs/ports/limits/postgres/postgres-slots.js';
import { DIRECT_CONNECTION, SHARED_SLOTS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';

const open = (direct: DirectConnection): Slots => new PostgresSlots(direct);

/** Slots that all processes count together, exactly: none is given while they cannot be counted. */
@Module({
  imports: [DatabaseModule],
  providers: [{ provide: SHARED_SLOTS, inject: [DIRECT_CONNECTION], useFactory: open }],
  exports: [SHARED_SLOTS],
})
export class SharedSlotsModule {}
