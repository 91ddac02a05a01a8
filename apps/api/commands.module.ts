import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AdministrationModule } from '#libs/application/administration.module.js';
import { RequestsModule } from '#libs/application/requests.module.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { FormatHostModule } from '#libs/engines/format-host.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { AccessModule } from './access/access.module.js';
import { RequestCommands } from './http/request-commands.js';
import { TranslationModule } from './text/translation/translation.module.js';

const administration = { module: AdministrationModule, imports: [EventStoreModule, KeyVaultModule] };
const requests = {
  module: RequestsModule,
  imports: [AccessModule, TranslationModule, EventStoreModule, BlobStoreModule, KeyVaultModule, FormatHostModule],
};

/** The commands that callers of the API send, with the ports that their handlers use. */
@Module({
  imports: [CqrsModule.forRoot(), AccessModule, administration, requests],
  providers: [RequestCommands],
  exports: [RequestCommands, requests],
})
export class CommandsModule {}
