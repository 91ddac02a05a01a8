import { Inject, Injectable } from '@nestjs/common';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { ResponseCache } from '#libs/ports/limits/limits.port.js';
import { INFERENCE, LANGUAGE_DETECTOR, RESPONSE_CACHE } from '#libs/ports/tokens.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';

/** The engines that translate a text in the API. */
@Injectable()
export class TextEngines {
  constructor(
    @Inject(INFERENCE) readonly inference: InferenceEngine,
    @Inject(LANGUAGE_DETECTOR) readonly detector: LanguageDetector,
    @Inject(RESPONSE_CACHE) readonly cache: ResponseCache | undefined,
  ) {}
}
