import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EnginesModule } from '../engines.module.js';
import { BatchController } from './batch/batch.controller.js';
import { BatchHandler } from './batch/batch.handler.js';
import { DetectController } from './detect/detect.controller.js';
import { LanguagesController } from './languages/languages.controller.js';
import { TranslateController } from './translate/translate.controller.js';
import { TranslateHandler } from './translate/translate.handler.js';
import { TranslationModule } from './translation/translation.module.js';

@Module({
  imports: [AccessModule, EnginesModule, TranslationModule],
  controllers: [TranslateController, BatchController, DetectController, LanguagesController],
  providers: [TranslateHandler, BatchHandler],
})
export class TextModule {}
