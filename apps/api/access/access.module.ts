import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DayStreamWriterModule } from '#libs/engines/day-stream-writer.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LimitsModule } from '#libs/engines/limits.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { ReadModelsModule } from '../read-models.module.js';
import { accessProviders } from './access.providers.js';
import { AccessDirectory } from './access-directory.js';
import { UsedCharacters } from './limits/used-characters.js';
import { UsedCharactersModule } from './limits/used-characters.module.js';
import { OwnWrites } from './own-writes.js';
import { TIER_LIMITS, tierLimits } from './tier-limits.js';

/** Authentication and authorization, limits, and the records of refused acts. */
@Module({
  imports: [
    EventStoreModule,
    KeyVaultModule,
    ReadModelsModule,
    ProjectionProgressModule,
    DayStreamWriterModule,
    UsedCharactersModule,
    LimitsModule.register({ imports: [UsedCharactersModule], usage: UsedCharacters }),
  ],
  providers: [{ provide: TIER_LIMITS, inject: [SETTINGS], useFactory: tierLimits }, OwnWrites, ...accessProviders],
  exports: [TIER_LIMITS, OwnWrites, UsedCharactersModule, ...accessProviders],
})
export class AccessModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly directory: AccessDirectory) {}

  onApplicationBootstrap(): void {
    void this.directory.follow();
  }

  onApplicationShutdown(): void {
    this.directory.stop();
  }
}
