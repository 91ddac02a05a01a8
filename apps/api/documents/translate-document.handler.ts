import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { newId } from '#libs/administration/ledger.js';
import type { KeyAccess } from '../access/key-access.js';
import { ActRecorder } from '../commands/act-recorder.js';
import { Engines } from '../engines.js';
import { validated } from '../http/validation.js';
import { assertLanguages, choosePair } from '../translate/language-choice.js';
import { estimateCompletion } from './completion-estimate.js';
import { type DocumentDto, TranslateDocumentOptions, TranslateDocumentRequest } from './document.dto.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { assertPossible } from './options-to-come.js';
import { executeOwned, loadOwned } from './owned-document.js';

@Injectable()
export class TranslateDocumentHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly documents: FindDocumentHandler,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess, id: string, body: unknown): Promise<DocumentDto> {
    const { eventStore, inference } = this.engines;
    const { target } = validated(TranslateDocumentRequest, body);
    const given = typeof body === 'object' && body !== null && 'options' in body ? (body.options ?? {}) : {};
    const options = validated(TranslateDocumentOptions, given, 'options');
    assertPossible(options);
    const { upload, translations } = await loadOwned(eventStore, access.organizationId, id);
    await assertLanguages(inference, undefined, target);
    await choosePair(inference, upload.sourceLanguage, target, false);
    const metadata = await this.recorder.metadata(request, access);
    const first = translations[0]?.options;
    const command = {
      type: 'RequestDocumentTranslation',
      translationId: newId('trn'),
      targetLanguage: target,
      options: {
        domain: first?.domain ?? 'general',
        preserveLayout: true,
        translateHeaders: first?.translateHeaders ?? true,
        quality: options.quality ?? 'balanced',
      },
      estimatedCompletion: estimateCompletion(metadata.occurredAt, upload.wordCount),
      now: metadata.occurredAt,
    } as const;
    await executeOwned(eventStore, id, command, metadata);
    request.caller.recorded = true;
    return this.documents.handle(access, id, target);
  }
}
