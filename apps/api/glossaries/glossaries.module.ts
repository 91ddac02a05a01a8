import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EnginesModule } from '../engines.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { TranslationModule } from '../text/translation/translation.module.js';
import { CreateGlossaryHandler } from './create-glossary.handler.js';
import { DeleteGlossaryHandler } from './delete-glossary.handler.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';
import { GlossariesController } from './glossaries.controller.js';
import { ReplaceEntriesHandler } from './replace-entries.handler.js';

@Module({
  imports: [AccessModule, EnginesModule, ReadModelsModule, TranslationModule],
  controllers: [GlossariesController],
  providers: [CreateGlossaryHandler, ReplaceEntriesHandler, FindGlossaryHandler, DeleteGlossaryHandler],
})
export class GlossariesModule {}
