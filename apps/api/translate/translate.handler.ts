import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { countWords } from '#libs/formats/counting.js';
import type { KeyAccess } from '../access/key-access.js';
import { ActRecorder } from '../commands/act-recorder.js';
import { Engines } from '../engines.js';
import { GlossaryLibrary } from '../glossaries/glossary-library.js';
import type { Meta } from '../http/envelope.js';
import { CharacterQuota } from '../limits/character-quota.js';
import { cachedTranslation } from './cached-translation.js';
import { generalDomain } from './euro-voc.js';
import { assertLanguages } from './language-choice.js';
import { languagesOfText } from './text-languages.js';
import { assertTextLength } from './text-limits.js';
import type { TranslateRequest, TranslationResultDto } from './translate.dto.js';

export interface TranslateAnswer {
  data: TranslationResultDto;
  model: string;
  cached: boolean;
  route?: readonly string[];
  glossary?: Meta['glossary'];
}

/** Checks, detects, translates, writes the fact, and only then answers. */
@Injectable()
export class TranslateHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly glossaries: GlossaryLibrary,
    private readonly quota: CharacterQuota,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, body: TranslateRequest): Promise<TranslateAnswer> {
    const characterCount = assertTextLength(body.text);
    await assertLanguages(this.engines.inference, body.source, body.target);
    const { detected, source, pair } = await languagesOfText(this.engines, body.text, body.source, body.target);
    const domain = body.domain ?? generalDomain;
    const glossary = await this.glossaries.forRequest(access.organizationId, {
      glossaryId: body.glossary_id,
      domain: body.domain,
      source: body.source === undefined && detected === 'und' ? undefined : source,
      target: body.target,
    });
    const translate = async (): Promise<TranslateAnswer> => {
      const translated = await cachedTranslation(this.engines, access.organizationId, {
        text: body.text,
        pair,
        domain,
        formality: body.formality,
        quality: body.quality ?? 'balanced',
        preserveFormatting: body.preserve_formatting ?? true,
        glossary,
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
          cached: translated.cached,
          ...(glossary === undefined ? {} : { glossaryId: glossary.id, glossaryVersion: glossary.version }),
        },
      });
      const { model, cached, route, terms: applied = [] } = translated;
      return {
        data,
        model,
        cached,
        ...(route === undefined ? {} : { route }),
        ...(glossary === undefined ? {} : { glossary: { id: glossary.id, version: glossary.version, applied } }),
      };
    };
    const isUnchecked = request.caller.idempotent?.isTakenOver;
    return this.quota.spend(access, characterCount, 'insufficient_quota', translate, { isUnchecked });
  }
}
