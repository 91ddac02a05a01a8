import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { executeOwned, loadOwned } from '#libs/application/documents/owned-document.js';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { CharacterQuota } from '../access/limits/character-quota.js';
import { Engines } from '../engines.js';
import { validated } from '../http/validation.js';
import { assertLanguages, choosePair } from '#libs/application/languages/language-choice.js';
import { estimateCompletion } from './completion-estimate.js';
import { type DocumentDto, TranslateDocumentOptions, TranslateDocumentRequest } from './document.dto.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { assertPossible } from './options-to-come.js';

@Injectable()
export class TranslateDocumentHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly documents: FindDocumentHandler,
    private readonly glossaries: GlossaryLibrary,
    private readonly quota: CharacterQuota,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, id: string, body: unknown): Promise<DocumentDto> {
    const { eventStore, inference } = this.engines;
    const { target, glossary_id } = validated(TranslateDocumentRequest, body);
    const given = typeof body === 'object' && body !== null && 'options' in body ? (body.options ?? {}) : {};
    const options = validated(TranslateDocumentOptions, given, 'options');
    assertPossible(options);
    const { upload, translations } = await loadOwned(eventStore, access.organizationId, id);
    await assertLanguages(inference, undefined, target);
    await choosePair(inference, upload.sourceLanguage, target, false);
    const metadata = await this.recorder.metadata(request, access);
    const first = translations[0]?.options;
    const domain = first?.domain ?? generalDomain;
    const glossary = await this.glossaries.referenceFor(access.organizationId, {
      glossaryId: glossary_id ?? options.glossary_id,
      domain,
      source: upload.sourceLanguage,
      target,
    });
    const command = {
      type: 'RequestDocumentTranslation',
      translationId: newId('trn'),
      targetLanguage: target,
      options: {
        domain,
        preserveLayout: true,
        translateHeaders: first?.translateHeaders ?? true,
        quality: options.quality ?? 'balanced',
        ...(glossary === undefined ? {} : { glossary }),
      },
      estimatedCompletion: estimateCompletion(metadata.occurredAt, upload.wordCount),
      now: metadata.occurredAt,
    } as const;
    const write = () => executeOwned(eventStore, id, command, metadata);
    const isUnchecked = request.caller.idempotent?.isTakenOver;
    await this.quota.spend(access, upload.characterCount, 'quota_exceeded', write, { isUnchecked });
    request.caller.recorded = true;
    return this.documents.handle(access, id, target);
  }
}
