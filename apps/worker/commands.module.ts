import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BackgroundWorkModule } from '#libs/application/background-work.module.js';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { DayStreamWriterModule } from '#libs/engines/day-stream-writer.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { AffectedEntriesModule } from './affected-entries.module.js';
import { LegalHoldsModule } from './legal-holds.module.js';
import { OpenedFilesModule } from './opened-files.module.js';
import { UserBelongingsModule } from './user-belongings.module.js';

/** The commands that consumers and jobs send, with the ports that their handlers use. */
@Module({
  imports: [
    CqrsModule.forRoot(),
    {
      module: BackgroundWorkModule,
      imports: [
        AccountsModule,
        EventStoreModule,
        DayStreamWriterModule,
        LegalHoldsModule,
        KeyVaultModule,
        AffectedEntriesModule,
        OpenedFilesModule,
        UserBelongingsModule,
      ],
    },
  ],
  exports: [CqrsModule],
})
export class CommandsModule {}
