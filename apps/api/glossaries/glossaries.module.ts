import { Module } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { AccessModule } from '../access/access.module.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { TranslationModule } from '../text/translation/translation.module.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';
import { GlossariesController } from './glossaries.controller.js';
import { GlossaryRequests } from './glossary-requests.js';

@Module({
  imports: [AccessModule, CommandsModule, ReadModelsModule, TranslationModule, EventStoreModule, BlobStoreModule],
  controllers: [GlossariesController],
  providers: [FindGlossaryHandler, GlossaryRequests],
})
export class GlossariesModule {}
