import { isDeepStrictEqual } from 'node:util';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { formatOptionsOf } from '#libs/documents/options/format-options.js';
import { hasRules, keepRules } from '#libs/documents/options/translation-rules.js';
import { rulesBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { keepWebhookTarget, type WebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import type { DocumentCommand } from '#libs/domain/document/document.commands.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { PageCountSource, TranslationOptions } from '#libs/domain/document/document.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SealedPersonalData, SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { BLOB_STORE, EVENT_STORE, INFERENCE, KEY_VAULT, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { CHARACTER_QUOTA, type CharacterQuota } from '../character-quota.port.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { GlossaryLibrary } from '../glossaries/glossary-library.js';
import { checkLanguages, choosePair } from '../languages/language-choice.js';
import { askedLanguages } from '../text-usage/asked-text.js';
import { estimateCompletion } from './completion-estimate.js';
import { type CountedDocument, type Counting, DocumentInspection } from './document-inspection.js';
import { DOCUMENT_LOAD, type KnownDocumentLoad, type WaitingDocuments } from './document-load.port.js';
import {
  assertRules,
  namedOtherwise,
  type RequestWarning,
  warningsOfOptions,
  warningsOfText,
} from './option-effects.js';
import { type Repeatable, spendingOn } from './own-document.js';
import { SourceFiles } from './source-files.js';
import { chosenOptions, chosenRules, givenOptions, type WantedOptions } from './wanted-options.js';

export interface NewUpload {
  documentId: string;
  /** The file in the blob store. */
  file: { name: string; mediaType: string; blob: BlobInfo };
  /** Source language; detected when undefined. */
  source: string | undefined;
  target: string;
  options: WantedOptions;
  webhook: WebhookTarget | undefined;
  /** The tier of the organization; it has a quota of characters. */
  tier: Tier;
  /** Set while the request is executed under an idempotency key. */
  repeatable: Repeatable | undefined;
  /** Told what is known of the text on the way, for the entry of a refusal. */
  noted?: (facts: RefusedText) => void;
}

export interface UploadedDocument {
  documentId: string;
  format: string;
  sourceLanguage: string;
  targetLanguage: string;
  pageCount: number;
  /** Undefined for an upload of before it was recorded. */
  pageCountSource: PageCountSource | undefined;
  wordCount: number;
  /** Whether its words were counted; if not, there are none yet. */
  isCounted: boolean;
  uploadedAt: string;
  estimatedCompletion: string;
  warnings: readonly RequestWarning[];
}

export class UploadDocument extends Command<UploadedDocument> {
  constructor(
    readonly upload: NewUpload,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

/** By these the language is detected of a file of which other options choose no letters. */
const wholeFile = formatOptionsOf(chosenOptions({}), {});

/** Results of the inspection of an upload. */
interface Findings extends CountedDocument {
  format: string;
  mediaType: string;
  source: string;
  options: TranslationOptions;
  /** Bytes of the rules that are kept of the request; undefined where there are none. */
  rulesBytes: number | undefined;
  warnings: readonly RequestWarning[];
}

/** Inspects the stored file and writes the event. A failure on the way leaves no file, no key and no row. */
@handles(
  UploadDocument,
  EVENT_STORE,
  INFERENCE,
  SUBJECT_KEYS,
  KEY_VAULT,
  DocumentInspection,
  SourceFiles,
  GlossaryLibrary,
  CHARACTER_QUOTA,
  DOCUMENT_LOAD,
  BLOB_STORE,
)
export class UploadDocumentHandler implements CommandHandler<UploadDocument> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly inference: InferenceEngine,
    private readonly subjectKeys: Pick<SubjectKeys, 'sealPersonal'>,
    private readonly keyVault: KeyVault,
    private readonly inspection: Pick<DocumentInspection, 'detect' | 'assertWritable' | 'count'>,
    private readonly files: Pick<SourceFiles, 'discard' | 'discardTranslation'>,
    private readonly glossaries: Pick<GlossaryLibrary, 'referenceFor'>,
    private readonly quota: CharacterQuota,
    private readonly load: KnownDocumentLoad,
    private readonly blobs: Pick<CountedBlobStore, 'put' | 'reserve' | 'delete'>,
  ) {}

  async execute({ upload, metadata }: UploadDocument): Promise<UploadedDocument> {
    const { documentId, repeatable } = upload;
    const translationId = newId('trn');
    try {
      return await this.accept(upload, translationId, metadata);
    } catch (error) {
      await this.files.discard({ documentId, translationId, isRepeatable: repeatable !== undefined }, error);
      throw error;
    }
  }

  private async accept(given: NewUpload, translationId: string, metadata: EventMetadata): Promise<UploadedDocument> {
    const organization = { organizationId: metadata.organizationId, tier: given.tier };
    const spending = spendingOn(this.eventStore, given.documentId, metadata, given.repeatable);
    const { source, target, options, noted } = given;
    noted?.({ ...askedLanguages(source, target), domain: chosenOptions(options).domain });
    const upload = { ...given, source: await checkLanguages(this.inference, source, target) };
    // Before the file is looked into, which costs more than all the rest.
    await this.quota.assertLeft(organization, 'quota_exceeded', spending);
    const first = await this.lookInto(upload, translationId, metadata.organizationId);
    const owner = { organizationId: metadata.organizationId, documentId: upload.documentId };
    await this.blobs.reserve(translationId, upload.file.blob.size, owner);
    const webhookRef = await this.keepWebhook(upload, metadata.organizationId);
    const name = await this.subjectKeys.sealPersonal([
      { subject: metadata.subject, values: { filename: upload.file.name } },
    ]);
    const waiting = this.load.waitingOf(metadata.organizationId);
    const context = { commandId: metadata.requestId, metadata };
    const written = async (found: Findings) => {
      const command = toDomainCommand(upload, found, { translationId, webhookRef, name, metadata, waiting });
      const write = () => execute(this.eventStore, document, upload.documentId, command, context);
      const options = { ...spending, isEstimate: !found.isCounted };
      const { events } = await this.quota.spend(organization, found.characterCount, 'quota_exceeded', write, options);
      return { found, events };
    };
    const { found, events } = await written(first).catch(async (error: unknown) => {
      if (first.isCounted || !(error instanceof Rejection) || error.code !== 'quota_exceeded') throw error;
      // Nobody is refused by an estimate.
      return written(await this.lookInto(upload, translationId, metadata.organizationId, { mayEndUncounted: false }));
    });
    // Of a repeat these are the events of the first attempt, with its times.
    const [uploaded, requested] = events;
    if (uploaded?.type !== 'DocumentUploaded' || requested?.type !== 'DocumentTranslationRequested') {
      throw new Error('A document that was uploaded is in the log');
    }
    // A repeat has kept rules and reserved for a translation that no event names.
    if (requested.data.translationId !== translationId) {
      await this.files.discardTranslation(upload.documentId, translationId);
    }
    return {
      documentId: upload.documentId,
      format: found.format,
      sourceLanguage: found.source,
      targetLanguage: upload.target,
      pageCount: found.pageCount,
      pageCountSource: found.pageCountSource,
      wordCount: found.wordCount,
      isCounted: found.isCounted,
      uploadedAt: uploaded.data.uploadedAt,
      estimatedCompletion: requested.data.estimatedCompletion,
      warnings: found.warnings,
    };
  }

  /** Determines format, size and language, then the glossary for them. */
  private async lookInto(
    upload: NewUpload,
    translationId: string,
    organizationId: string,
    counting: Counting = { mayEndUncounted: true },
  ): Promise<Findings> {
    const { blob } = upload.file;
    const user = { organizationId };
    const format = await this.inspection.detect(upload.file, user);
    await this.inspection.assertWritable(format, upload.target, user);
    const warnings = warningsOfOptions(format, givenOptions(upload.options));
    const chosen = chosenOptions(upload.options);
    const rules = chosenRules(upload.options);
    assertRules(format, rules);
    const formatOptions = formatOptionsOf(chosen, rules);
    const count = (options: FormatOptions) =>
      this.inspection.count(
        blob,
        format.name,
        { ...options, sourceLanguage: upload.source, targetLanguage: upload.target },
        user,
        counting,
      );
    const counted = await count(formatOptions);
    const { wordCount, characterCount } = counted;
    if (counted.isCounted) upload.noted?.({ wordCount, characterCount });
    warnings.push(...warningsOfText(counted, formatOptions));
    const isTold = counted.detectedLanguage !== 'und' || upload.source !== undefined;
    const { detectedLanguage } =
      isTold || isDeepStrictEqual(formatOptions, wholeFile) ? counted : await count(wholeFile);
    const hasLetters = detectedLanguage !== 'und';
    const source = upload.source ?? (hasLetters ? detectedLanguage : upload.target);
    upload.noted?.({ sourceLanguage: source });
    await choosePair(this.inference, source, upload.target, upload.source === undefined);
    const glossary = await this.glossaries.referenceFor(organizationId, {
      glossaryId: upload.options.glossaryId,
      domain: upload.options.domain,
      source: upload.source === undefined && !hasLetters ? undefined : source,
      target: upload.target,
    });
    const rulesBlobId = hasRules(rules) ? rulesBlobOf(upload.documentId, translationId) : undefined;
    const kept = rulesBlobId === undefined ? undefined : await keepRules(this.blobs, rulesBlobId, rules, user);
    return {
      ...counted,
      rulesBytes: kept?.storedBytes,
      detectedLanguage,
      format: format.name,
      mediaType: format.mediaType,
      source,
      options: {
        ...chosen,
        ...(glossary === undefined ? {} : { glossary }),
        ...(rulesBlobId === undefined ? {} : { rulesBlobId }),
      },
      warnings: format.isNamedOtherwise ? [namedOtherwise(format), ...warnings] : warnings,
    };
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
  {
    translationId,
    webhookRef,
    name,
    metadata,
    waiting,
  }: {
    translationId: string;
    webhookRef: string | null;
    name: SealedPersonalData;
    metadata: EventMetadata;
    waiting: WaitingDocuments;
  },
): Extract<DocumentCommand, { type: 'UploadDocument' }> => {
  const { blob } = upload.file;
  const { organizationId, occurredAt: now } = metadata;
  return {
    type: 'UploadDocument',
    upload: {
      documentId: upload.documentId,
      organizationId,
      sealedName: name.sealed,
      nameCommitment: name.commitments.filename ?? null,
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
      counted: found.isCounted,
      pageCountSource: found.pageCountSource,
      storedBytes: blob.size,
      uploadedAt: now,
    },
    request: {
      translationId,
      targetLanguage: upload.target,
      options: found.options,
      ...(found.rulesBytes === undefined ? {} : { storedBytes: found.rulesBytes }),
      estimatedCompletion: estimateCompletion(
        now,
        { format: found.format, words: found.wordCount, pages: found.pageCount },
        waiting,
      ),
    },
    now,
  };
};
