import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AccountsModule } from '#libs/engines/accounts.module.js';
import { DayStreamWriterModule } from '#libs/engines/day-stream-writer.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LimitsModule } from '#libs/engines/limits.module.js';
import { LogReachModule } from '#libs/engines/log-reach.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { ReadModelsModule } from '../read-models.module.js';
import { accessProviders } from './access.providers.js';
import { AccessDirectory } from './access-directory.js';
import { AllowedWebhookHosts } from './allowed-webhook-hosts.js';
import { Heartbeat } from './heartbeat.js';
import { KeyUses } from './key-uses.js';
import { UsedCharacters } from './limits/used-characters.js';
import { UsedCharactersModule } from './limits/used-characters.module.js';
import { OwnWrites } from './own-writes.js';
import { SessionUses } from './session-uses.js';
import { TIER_LIMITS, tierLimits } from './tier-limits.js';

/** Milliseconds for which the first request waits for the keys; then it is refused until they are read. */
const loadWithinMs = 5_000;

/** Authentication and authorization, limits, and the records of refused acts. */
@Module({
  imports: [
    AccountsModule,
    EventStoreModule,
    KeyVaultModule,
    LogReachModule,
    ReadModelsModule,
    ProjectionProgressModule,
    DayStreamWriterModule,
    UsedCharactersModule,
    LimitsModule.register({ imports: [UsedCharactersModule], usage: UsedCharacters }),
  ],
  providers: [
    { provide: TIER_LIMITS, inject: [SETTINGS], useFactory: tierLimits },
    OwnWrites,
    AllowedWebhookHosts,
    ...accessProviders,
  ],
  exports: [TIER_LIMITS, OwnWrites, AllowedWebhookHosts, UsedCharactersModule, ...accessProviders],
})
export class AccessModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly directory: AccessDirectory,
    private readonly uses: KeyUses,
    private readonly sessionUses: SessionUses,
    private readonly heartbeat: Heartbeat,
  ) {}

  /** Begins to serve with the keys in memory; without a store, requests are refused until they are. */
  async onApplicationBootstrap(): Promise<void> {
    void this.directory.follow();
    void this.uses.storeRegularly();
    void this.sessionUses.storeRegularly();
    void this.heartbeat.run();
    await this.directory.loadedWithin(loadWithinMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.directory.stop();
    this.heartbeat.stop();
    await this.uses.stop();
    await this.sessionUses.stop();
  }
}
