import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { AccessModule } from '../access/access.module.js';
import { CommandsModule } from '../commands.module.js';
import { HttpModule } from '../http/http.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { AccountAccess } from './account-access.js';
import { AuthController } from './auth.controller.js';
import { BegunSessions } from './begun-sessions.js';
import { OidcController } from './oidc/oidc.controller.js';
import { oidcSignInProvider } from './oidc/oidc-sign-in.provider.js';
import { Passwords } from './passwords.js';
import { RefusedSignIns } from './refused-sign-ins.js';
import { SignIn } from './sign-in.js';

/** Signing in and out. */
@Module({
  imports: [
    AccessModule,
    AccountsModule,
    CommandsModule,
    EventStoreModule,
    HttpModule,
    KeyVaultModule,
    ReadModelsModule,
  ],
  controllers: [AuthController, OidcController],
  providers: [
    AccountAccess,
    BegunSessions,
    RefusedSignIns,
    SignIn,
    oidcSignInProvider,
    { provide: Passwords, useFactory: () => new Passwords() },
  ],
})
export class AuthModule {}
