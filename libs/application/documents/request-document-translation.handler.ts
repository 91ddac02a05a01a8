import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TranslationOptions } from '#libs/domain/document/document.events.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { EVENT_STORE, INFERENCE } from '#libs/ports/tokens.js';
import { CHARACTER_QUOTA, type CharacterQuota } from '../character-quota.port.js';
import { GlossaryLibrary } from '../glossaries/glossary-library.js';
import { assertLanguages, choosePair } from '../languages/language-choice.js';
import { estimateCompletion } from './completion-estimate.js';
import { executeOnOwnDocument, loadOwnDocument } from './own-document.js';

interface TranslationWanted {
  documentId: string;
  targetLanguage: string;
  glossaryId: string | undefined;
  quality: TranslationOptions['quality'];
  /** The tier of the organization; it has a quota of characters. */
  tier: Tier;
  /** Counts the characters without refusing, for a request that was admitted before, by a process that died. */
  isTakenOver: boolean;
}

/** Requests another translation of an active document, in the domain and with the options of its first one. */
export class RequestDocumentTranslation extends Command<void> {
  constructor(
    readonly wanted: TranslationWanted,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@CommandHandler(RequestDocumentTranslation)
export class RequestDocumentTranslationHandler implements ICommandHandler<RequestDocumentTranslation> {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
    @Inject(GlossaryLibrary) private readonly glossaries: Pick<GlossaryLibrary, 'referenceFor'>,
    @Inject(CHARACTER_QUOTA) private readonly quota: CharacterQuota,
  ) {}

  async execute({ wanted, metadata }: RequestDocumentTranslation): Promise<void> {
    const { documentId, targetLanguage, tier, isTakenOver } = wanted;
    const { organizationId, occurredAt: now } = metadata;
    const { upload, translations } = await loadOwnDocument(this.eventStore, organizationId, documentId);
    await assertLanguages(this.inference, undefined, targetLanguage);
    await choosePair(this.inference, upload.sourceLanguage, targetLanguage, false);
    const first = translations[0]?.options;
    const domain = first?.domain ?? generalDomain;
    const glossary = await this.glossaries.referenceFor(organizationId, {
      glossaryId: wanted.glossaryId,
      domain,
      source: upload.sourceLanguage,
      target: targetLanguage,
    });
    const command = {
      type: 'RequestDocumentTranslation',
      translationId: newId('trn'),
      targetLanguage,
      options: {
        domain,
        preserveLayout: true,
        translateHeaders: first?.translateHeaders ?? true,
        quality: wanted.quality,
        ...(glossary === undefined ? {} : { glossary }),
      },
      estimatedCompletion: estimateCompletion(now, upload.wordCount),
      now,
    } as const;
    const write = () => executeOnOwnDocument(this.eventStore, documentId, command, metadata);
    const organization = { organizationId, tier };
    const options = { isUnchecked: isTakenOver };
    await this.quota.spend(organization, upload.characterCount, 'quota_exceeded', write, options);
  }
}
