import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BatchController } from './batch/batch.controller.js';
import { BatchHandler } from './batch/batch.handler.js';
import { DetectController } from './detect/detect.controller.js';
import { DetectHandler } from './detect/detect.handler.js';
import { LanguagesController } from './languages/languages.controller.js';
import { ListLanguagesHandler } from './languages/list-languages.handler.js';
import { ListModelsHandler } from './models/list-models.handler.js';
import { ModelsController } from './models/models.controller.js';
import { TranslateController } from './translate/translate.controller.js';
import { TranslateHandler } from './translate/translate.handler.js';
import { TranslationModule } from './translation/translation.module.js';

@Module({
  imports: [AccessModule, TranslationModule],
  controllers: [TranslateController, BatchController, DetectController, LanguagesController, ModelsController],
  providers: [TranslateHandler, BatchHandler, DetectHandler, ListLanguagesHandler, ListModelsHandler],
})
export class TextModule {}
