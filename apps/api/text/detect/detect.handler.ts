import { Inject, Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { RequestContext } from '#libs/application/request-context.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { noteAsked } from '#libs/application/text-usage/asked-text.js';
import { countCodePoints } from '#libs/documents/formats/counting.js';
import { LANGUAGE_DETECTOR } from '#libs/ports/tokens.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { englishName } from '#libs/text/languages/language-names.js';
import { assertTextLength } from '../translation/text-limits.js';
import type { DetectionResult } from './detect.dto.js';

/** Detects the language of a text; the fact is durable before the caller gets the result. */
@Injectable()
export class DetectHandler {
  constructor(
    @Inject(LANGUAGE_DETECTOR) private readonly detector: LanguageDetector,
    private readonly recorder: ActRecorder,
  ) {}

  /** @throws Rejection `text_too_long` */
  async handle(request: RequestContext, access: KeyAccess, text: string): Promise<DetectionResult> {
    noteAsked(request, { characterCount: countCodePoints(text) });
    const characterCount = assertTextLength(text);
    const { language, confidence, script, alternatives } = this.detector.detect(text);
    await this.recorder.record(request, access, {
      type: 'LanguageDetected',
      data: { organizationId: access.organizationId, keyId: access.keyId, language, confidence, characterCount },
    });
    return { language, language_name: englishName(language), confidence, script, alternatives };
  }
}
