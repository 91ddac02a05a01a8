import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { keepWebhookTarget, type WebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import type { DocumentCommand } from '#libs/domain/document/document.commands.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { GlossaryReference } from '#libs/domain/document/document.events.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, INFERENCE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { CHARACTER_QUOTA, type CharacterQuota } from '../character-quota.port.js';
import { GlossaryLibrary } from '../glossaries/glossary-library.js';
import { assertLanguages, choosePair } from '../languages/language-choice.js';
import { estimateCompletion } from './completion-estimate.js';
import { DocumentInspection, type InspectedDocument } from './document-inspection.js';
import { SourceFiles } from './source-files.js';

export interface NewUpload {
  documentId: string;
  /** The file in the blob store. */
  file: { name: string; mediaType: string; blob: BlobInfo };
  /** Source language; detected when undefined. */
  source: string | undefined;
  target: string;
  domain: string | undefined;
  glossaryId: string | undefined;
  translateHeaders: boolean;
  webhook: WebhookTarget | undefined;
  /** The tier of the organization; it has a quota of characters. */
  tier: Tier;
  /** Set while the request is executed under an idempotency key. */
  repeatable: { isTakenOver: boolean } | undefined;
}

export interface UploadedDocument {
  documentId: string;
  sourceLanguage: string;
  targetLanguage: string;
  pageCount: number;
  wordCount: number;
  uploadedAt: string;
  estimatedCompletion: string;
}

export class UploadDocument extends Command<UploadedDocument> {
  constructor(
    readonly upload: NewUpload,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** Results of the inspection of an upload. */
interface Findings extends InspectedDocument {
  source: string;
  glossary: GlossaryReference | undefined;
}

/** Inspects the stored file and writes the event. A failure on the way leaves no file, no key and no row. */
@CommandHandler(UploadDocument)
export class UploadDocumentHandler implements ICommandHandler<UploadDocument> {
  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'seal'>,
    @Inject(KEY_VAULT) private readonly keyVault: KeyVault,
    @Inject(DocumentInspection) private readonly inspection: Pick<DocumentInspection, 'inspect'>,
    @Inject(SourceFiles) private readonly files: Pick<SourceFiles, 'discard'>,
    @Inject(GlossaryLibrary) private readonly glossaries: Pick<GlossaryLibrary, 'referenceFor'>,
    @Inject(CHARACTER_QUOTA) private readonly quota: CharacterQuota,
  ) {}

  async execute({ upload, metadata }: UploadDocument): Promise<UploadedDocument> {
    const { documentId, repeatable } = upload;
    try {
      return await this.accept(upload, metadata);
    } catch (error) {
      await this.files.discard({ documentId, isRepeatable: repeatable !== undefined }, error);
      throw error;
    }
  }

  private async accept(upload: NewUpload, metadata: EventMetadata): Promise<UploadedDocument> {
    await assertLanguages(this.inference, upload.source, upload.target);
    const found = await this.lookInto(upload, metadata.organizationId);
    const webhookRef = await this.keepWebhook(upload, metadata.organizationId);
    const sealedName = await this.subjectKeys.seal(metadata.subject, { filename: upload.file.name });
    const command = toDomainCommand(upload, found, { webhookRef, sealedName, metadata });
    const context = { commandId: metadata.requestId, metadata };
    const write = () => execute(this.eventStore, document, upload.documentId, command, context);
    const organization = { organizationId: metadata.organizationId, tier: upload.tier };
    const options = { isUnchecked: upload.repeatable?.isTakenOver };
    await this.quota.spend(organization, found.characterCount, 'quota_exceeded', write, options);
    return {
      documentId: upload.documentId,
      sourceLanguage: found.source,
      targetLanguage: upload.target,
      pageCount: found.pageCount,
      wordCount: found.wordCount,
      uploadedAt: command.now,
      estimatedCompletion: command.request.estimatedCompletion,
    };
  }

  /** Determines format, size and language, then the glossary for them. */
  private async lookInto(upload: NewUpload, organizationId: string): Promise<Findings> {
    const found = await this.inspection.inspect(upload.file, { translateHeaders: upload.translateHeaders });
    const { detectedLanguage } = found;
    const hasLetters = detectedLanguage !== 'und';
    const source = upload.source ?? (hasLetters ? detectedLanguage : upload.target);
    await choosePair(this.inference, source, upload.target, upload.source === undefined);
    const glossary = await this.glossaries.referenceFor(organizationId, {
      glossaryId: upload.glossaryId,
      domain: upload.domain,
      source: upload.source === undefined && !hasLetters ? undefined : source,
      target: upload.target,
    });
    return { ...found, source, glossary };
  }

  /** Stores the webhook encrypted and returns its reference, since URLs and secrets never stand in an event. */
  private async keepWebhook({ documentId, webhook }: NewUpload, organizationId: string): Promise<string | null> {
    if (webhook === undefined) return null;
    await keepWebhookTarget(this.keyVault, documentId, webhook, organizationId);
    return documentId;
  }
}

const toDomainCommand = (
  upload: NewUpload,
  found: Findings,
  { webhookRef, sealedName, metadata }: { webhookRef: string | null; sealedName: string; metadata: EventMetadata },
): Extract<DocumentCommand, { type: 'UploadDocument' }> => {
  const { blob } = upload.file;
  const { organizationId, occurredAt: now } = metadata;
  return {
    type: 'UploadDocument',
    upload: {
      documentId: upload.documentId,
      organizationId,
      sealedName,
      format: found.format,
      mediaType: found.mediaType,
      sizeBytes: blob.size,
      sha256: blob.sha256,
      pageCount: found.pageCount,
      wordCount: found.wordCount,
      characterCount: found.characterCount,
      segmentCount: found.segmentCount,
      sourceLanguage: found.source,
      detectedLanguage: upload.source === undefined ? found.detectedLanguage : null,
      blobId: blob.id,
      webhookRef,
      uploadedAt: now,
    },
    request: {
      translationId: newId('trn'),
      targetLanguage: upload.target,
      options: {
        domain: upload.domain ?? generalDomain,
        preserveLayout: true,
        translateHeaders: upload.translateHeaders,
        quality: 'balanced',
        ...(found.glossary === undefined ? {} : { glossary: found.glossary }),
      },
      estimatedCompletion: estimateCompletion(now, found.wordCount),
    },
    now,
  };
};
