import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AdministrationModule } from '#libs/application/administration.module.js';
import { RequestsModule } from '#libs/application/requests.module.js';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { FormatHostModule } from '#libs/engines/format-host.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { AccessModule } from './access/access.module.js';
import { DocumentLoadModule } from './documents/document-load.module.js';
import { RequestCommands } from './http/request-commands.js';
import { LegalHoldsModule } from './legal-holds.module.js';
import { SubjectTiesModule } from './subject-ties.module.js';
import { TranslationModule } from './text/translation/translation.module.js';
import { UserBelongingsModule } from './user-belongings.module.js';

/** Threads of uploads, and the milliseconds that one waits for its turn before it is told to come again. */
const formatThreads = { threads: 2, waitMs: 10_000 };

const administration = { module: AdministrationModule, imports: [AccountsModule, EventStoreModule, KeyVaultModule] };
const requests = {
  module: RequestsModule,
  imports: [
    AccessModule,
    AccountsModule,
    DocumentLoadModule,
    LegalHoldsModule,
    SubjectTiesModule,
    UserBelongingsModule,
    TranslationModule,
    EventStoreModule,
    BlobStoreModule,
    KeyVaultModule,
    FormatHostModule.with(formatThreads),
  ],
};

/** The commands that callers of the API send, with the ports that their handlers use. */
@Module({
  imports: [CqrsModule.forRoot(), AccessModule, administration, requests],
  providers: [RequestCommands],
  exports: [RequestCommands, requests],
})
export class CommandsModule {}
