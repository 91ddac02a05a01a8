import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { AccessModule } from '../access/access.module.js';
import { AccessDirectory } from '../access/access-directory.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { LastOwner } from './last-owner.js';
import { UserLimit } from './user-limit.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AccessModule, AccountsModule, CommandsModule, KeyVaultModule, ReadModelsModule],
  controllers: [UsersController],
  providers: [
    {
      provide: LastOwner,
      inject: [AccessDirectory],
      useFactory: (directory: AccessDirectory) => new LastOwner(directory),
    },
    {
      provide: UserLimit,
      inject: [AccessDirectory],
      useFactory: (directory: AccessDirectory) => new UserLimit(directory),
    },
  ],
})
export class UsersModule {}
