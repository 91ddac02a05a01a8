import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { ReadModelsModule } from '../read-models.module.js';
import { People } from './people.js';

@Module({
  imports: [AccountsModule, KeyVaultModule, ReadModelsModule],
  providers: [
    {
      provide: People,
      inject: [SUBJECT_KEYS, UserQueries, ACCOUNTS],
      useFactory: (subjectKeys: SubjectKeys, users: UserQueries, accounts: Accounts) =>
        new People(subjectKeys, users, accounts),
    },
  ],
  exports: [People],
})
export class PeopleModule {}
