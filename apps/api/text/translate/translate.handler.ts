import { Injectable } from '@nestjs/common';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { RequestContext } from '#libs/application/request-context.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { noteAsked } from '#libs/application/text-usage/asked-text.js';
import { CharacterQuota } from '../../access/limits/character-quota.js';
import type { Meta } from '../../http/envelope.js';
import { cachedTranslation } from '../translation/cached-translation.js';
import { TextEngines } from '../translation/text-engines.js';
import { prepareText, treatmentOf } from '../translation/text-request.js';
import type { TranslateRequest, TranslationResultDto } from './translate.dto.js';

export interface TranslateResponse {
  data: TranslationResultDto;
  model: string;
  modelSha256: readonly string[];
  cached: boolean;
  route?: readonly string[];
  glossary?: Meta['glossary'];
}

/** Checks, detects, translates and writes the fact before it responds. */
@Injectable()
export class TranslateHandler {
  constructor(
    private readonly engines: TextEngines,
    private readonly recorder: ActRecorder,
    private readonly glossaries: GlossaryLibrary,
    private readonly quota: CharacterQuota,
  ) {}

  async handle(request: RequestContext, access: KeyAccess, body: TranslateRequest): Promise<TranslateResponse> {
    const sources = { engines: this.engines, glossaries: this.glossaries };
    const { facts, text } = await prepareText(sources, access, body, (known) => noteAsked(request, known));
    const translate = async (): Promise<TranslateResponse> => {
      const translated = await cachedTranslation(this.engines, text);
      const { model, provenance, confidence, cached, route, terms: applied = [] } = translated;
      const data: TranslationResultDto = {
        translation: translated.translation,
        source_language: facts.sourceLanguage,
        target_language: facts.targetLanguage,
        detected_language: facts.detectedLanguage,
        confidence,
        domain: facts.domain,
        word_count: facts.wordCount,
        character_count: facts.characterCount,
      };
      await this.recorder.record(request, access, {
        type: 'TextTranslated',
        data: { ...facts, ...treatmentOf(text), ...provenance, endpoint: 'translate', model, confidence, cached },
      });
      const { glossary } = text;
      return {
        data,
        model,
        modelSha256: provenance.modelSha256 ?? [],
        cached,
        ...(route === undefined ? {} : { route }),
        ...(glossary === undefined ? {} : { glossary: { id: glossary.id, version: glossary.version, applied } }),
      };
    };
    const spending = this.recorder.spending(request, access);
    return this.quota.spend(access, facts.characterCount, 'insufficient_quota', translate, spending);
  }
}
