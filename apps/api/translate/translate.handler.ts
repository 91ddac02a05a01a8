import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/error-catalogue/rejection.js';
import { countWords } from '#libs/formats/counting.js';
import type { KeyAccess } from '../access/key-access.js';
import { ActRecorder } from '../commands/act-recorder.js';
import { Engines } from '../engines.js';
import { generalDomain } from './euro-voc.js';
import { assertLanguages, choosePair } from './language-choice.js';
import { assertTextLength } from './text-limits.js';
import { translateText } from './text-translation.js';
import type { TranslateRequest, TranslationResultDto } from './translate.dto.js';

export interface TranslateAnswer {
  data: TranslationResultDto;
  model: string;
  route?: readonly string[];
}

/** Checks, detects, translates, writes the fact, and only then answers. */
@Injectable()
export class TranslateHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, body: TranslateRequest): Promise<TranslateAnswer> {
    const { inference, detector } = this.engines;
    const characterCount = assertTextLength(body.text);
    if (body.glossary_id !== undefined) throw new Rejection('glossary_not_found');
    await assertLanguages(inference, body.source, body.target);
    const detected = detector.detect(body.text).language;
    const source = body.source ?? (detected === 'und' ? body.target : detected);
    const pair = await choosePair(inference, source, body.target, body.source === undefined);
    const domain = body.domain ?? generalDomain;
    const translated = await translateText(inference, {
      text: body.text,
      pair,
      domain,
      formality: body.formality,
      quality: body.quality ?? 'balanced',
      preserveFormatting: body.preserve_formatting ?? true,
    });
    const data: TranslationResultDto = {
      translation: translated.translation,
      source_language: source,
      target_language: body.target,
      detected_language: detected,
      confidence: translated.confidence,
      domain,
      word_count: countWords(body.text),
      character_count: characterCount,
    };
    await this.recorder.record(request, access, {
      type: 'TextTranslated',
      data: {
        organizationId: access.organizationId,
        keyId: access.keyId,
        endpoint: 'translate',
        sourceLanguage: source,
        targetLanguage: body.target,
        detectedLanguage: detected,
        domain,
        wordCount: data.word_count,
        characterCount,
        model: translated.model,
        confidence: translated.confidence,
        cached: false,
      },
    });
    const { model, route } = translated;
    return { data, model, ...(route === undefined ? {} : { route }) };
  }
}
