import { Module } from '@nestjs/common';
import { LANGUAGE_DETECTOR } from '#libs/ports/tokens.js';
import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';

@Module({
  providers: [{ provide: LANGUAGE_DETECTOR, useFactory: () => createLanguageDetector() }],
  exports: [LANGUAGE_DETECTOR],
})
export class LanguageDetectorModule {}
