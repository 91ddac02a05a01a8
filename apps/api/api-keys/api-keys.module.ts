import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { AccessModule } from '../access/access.module.js';
import { AccessDirectory } from '../access/access-directory.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { KeyOwners } from './key-owners.js';

@Module({
  imports: [AccessModule, AccountsModule, CommandsModule, EventStoreModule, KeyVaultModule, ReadModelsModule],
  controllers: [ApiKeysController],
  providers: [
    {
      provide: KeyOwners,
      inject: [ACCOUNTS, AccessDirectory, SUBJECT_KEYS, EVENT_STORE],
      useFactory: (accounts: Accounts, directory: AccessDirectory, subjectKeys: SubjectKeys, eventStore: EventStore) =>
        new KeyOwners(accounts, directory, subjectKeys, eventStore),
    },
  ],
})
export class ApiKeysModule {}
