import { Module } from '@nestjs/common';
import { BatchController } from './batch/batch.controller.js';
import { BatchHandler } from './batch/batch.handler.js';
import { DetectController } from './detect/detect.controller.js';
import { DetectHandler } from './detect/detect.handler.js';
import { LanguagesController } from './languages/languages.controller.js';
import { ListLanguagesHandler } from './languages/list-languages.handler.js';
import { TranslateController } from './translate/translate.controller.js';
import { TranslateHandler } from './translate/translate.handler.js';
import { TextEngines } from './translation/text-engines.js';

@Module({
  controllers: [TranslateController, BatchController, DetectController, LanguagesController],
  providers: [TextEngines, TranslateHandler, BatchHandler, DetectHandler, ListLanguagesHandler],
  exports: [TextEngines],
})
export class TextModule {}
