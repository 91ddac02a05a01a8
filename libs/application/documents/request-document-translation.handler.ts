import { isDeepStrictEqual } from 'node:util';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { formatOptionsOf } from '#libs/documents/options/format-options.js';
import { keepRules, rulesOf } from '#libs/documents/options/translation-rules.js';
import { rulesBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEventData, TextSize } from '#libs/domain/document/document.events.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { BLOB_STORE, EVENT_STORE, INFERENCE } from '#libs/ports/tokens.js';
import { CHARACTER_QUOTA, type CharacterQuota } from '../character-quota.port.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { GlossaryLibrary } from '../glossaries/glossary-library.js';
import { checkLanguages, choosePair } from '../languages/language-choice.js';
import { askedLanguages } from '../text-usage/asked-text.js';
import { estimateCompletion } from './completion-estimate.js';
import { type CountedDocument, DocumentInspection } from './document-inspection.js';
import { DOCUMENT_LOAD, type KnownDocumentLoad } from './document-load.port.js';
import { assertRules, type RequestWarning, warningsOfOptions, warningsOfText } from './option-effects.js';
import { executeOnOwnDocument, loadOwnDocument, type Repeatable, spendingOn } from './own-document.js';
import { chosenOptions, chosenRules, givenOptions, type WantedOptions } from './wanted-options.js';

interface TranslationWanted {
  documentId: string;
  targetLanguage: string;
  options: WantedOptions;
  /** The tier of the organization; it has a quota of characters. */
  tier: Tier;
  /** Set while the request is executed under an idempotency key. */
  repeatable: Repeatable | undefined;
  /** Told what is known of the text on the way, for the entry of a refusal. */
  noted?: (facts: RefusedText) => void;
}

/**
 * Requests another translation of an active document, with the options of its first one where none are given. Returns
 * what its caller should know.
 */
export class RequestDocumentTranslation extends Command<readonly RequestWarning[]> {
  constructor(
    readonly wanted: TranslationWanted,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(
  RequestDocumentTranslation,
  EVENT_STORE,
  INFERENCE,
  GlossaryLibrary,
  CHARACTER_QUOTA,
  DOCUMENT_LOAD,
  DocumentInspection,
  BLOB_STORE,
)
export class RequestDocumentTranslationHandler implements CommandHandler<RequestDocumentTranslation> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly inference: InferenceEngine,
    private readonly glossaries: Pick<GlossaryLibrary, 'referenceFor'>,
    private readonly quota: CharacterQuota,
    private readonly load: KnownDocumentLoad,
    private readonly inspection: Pick<DocumentInspection, 'formatNamed' | 'assertWritable' | 'count'>,
    private readonly blobs: Pick<CountedBlobStore, 'put' | 'read' | 'reserve' | 'delete'>,
  ) {}

  async execute({ wanted, metadata }: RequestDocumentTranslation): Promise<readonly RequestWarning[]> {
    const { organizationId } = metadata;
    const { documentId, targetLanguage } = wanted;
    const { upload, translations } = await loadOwnDocument(this.eventStore, organizationId, documentId);
    wanted.noted?.(askedLanguages(upload.sourceLanguage, targetLanguage));
    await checkLanguages(this.inference, undefined, targetLanguage);
    await choosePair(this.inference, upload.sourceLanguage, targetLanguage, false);
    const given = givenOptions(wanted.options);
    const format = await this.inspection.formatNamed(upload.format, { organizationId });
    await this.inspection.assertWritable(format, targetLanguage, { organizationId });
    const warnings = warningsOfOptions(format, given);
    const first = translations[0]?.options;
    const firstRules = await rulesOf(this.blobs, first ?? {});
    const rules = chosenRules(wanted.options, firstRules);
    assertRules({ name: upload.format }, rules);
    const chosen = chosenOptions(wanted.options, first);
    wanted.noted?.({ domain: chosen.domain });
    const glossary = await this.glossaries.referenceFor(organizationId, {
      glossaryId: wanted.options.glossaryId,
      domain: chosen.domain,
      source: upload.sourceLanguage,
      target: targetLanguage,
    });
    const formatOptions = formatOptionsOf(chosen, rules);
    const isSameText = first !== undefined && isDeepStrictEqual(formatOptions, formatOptionsOf(first, firstRules));
    const counted = isSameText ? undefined : await this.count(upload, formatOptions);
    if (counted !== undefined) warnings.push(...warningsOfText(counted, formatOptions));
    const size = counted && sizeOf(counted);
    const translationId = newId('trn');
    const keptRules = isDeepStrictEqual(rules, firstRules)
      ? undefined
      : await keepRules(this.blobs, rulesBlobOf(documentId, translationId), rules, { organizationId });
    const rulesBlobId = keptRules?.id ?? first?.rulesBlobId;
    const { wordCount, characterCount } = size ?? upload;
    const isEstimate = size === undefined && upload.counted === false;
    if (!isEstimate) wanted.noted?.({ wordCount, characterCount });
    const command = {
      type: 'RequestDocumentTranslation',
      translationId,
      targetLanguage,
      options: {
        ...chosen,
        ...(glossary === undefined ? {} : { glossary }),
        ...(rulesBlobId === undefined ? {} : { rulesBlobId }),
      },
      ...(size === undefined ? {} : { size }),
      ...(keptRules === undefined ? {} : { storedBytes: keptRules.storedBytes }),
      ...(counted?.laidOutPages === undefined ? {} : { pageCount: counted.laidOutPages }),
      estimatedCompletion: estimateCompletion(
        metadata.occurredAt,
        { format: upload.format, words: wordCount, pages: upload.pageCount },
        this.load.waitingOf(metadata.organizationId),
      ),
      now: metadata.occurredAt,
    } as const;
    const write = () => executeOnOwnDocument(this.eventStore, documentId, command, metadata);
    const organization = { organizationId, tier: wanted.tier };
    const spending = spendingOn(this.eventStore, documentId, metadata, wanted.repeatable);
    let failure: unknown;
    try {
      await this.blobs.reserve(translationId, upload.sizeBytes, { organizationId, documentId });
      await this.quota.spend(organization, characterCount, 'quota_exceeded', write, { ...spending, isEstimate });
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // What it does not give back a sweep does: the request ends as it has ended.
      await this.giveBack(documentId, translationId, failure).catch(() => undefined);
    }
    return warnings;
  }

  /** Counts a text that is another than that of the upload, because other parts of the file are asked for; its size stays as it is found. */
  private count(upload: DocumentEventData<'DocumentUploaded'>, options: FormatOptions): Promise<CountedDocument> {
    const { blobId: id, sizeBytes: size, sha256, format, organizationId, sourceLanguage } = upload;
    return this.inspection.count(
      { id, size, sha256 },
      format,
      { ...options, sourceLanguage },
      { organizationId },
      {
        mayEndUncounted: false,
      },
    );
  }

  /** Removes rules, and gives back the bytes that are reserved for the translation, unless an event names it, or may. */
  private async giveBack(documentId: string, translationId: string, failure: unknown): Promise<void> {
    if (failure instanceof AppendOutcomeUnknownError) return;
    const { state } = await loadState(this.eventStore, document, documentId);
    if (state.status === 'active' && state.translations.some(({ id }) => id === translationId)) return;
    for (const blobId of [translationId, rulesBlobOf(documentId, translationId)]) await this.blobs.delete(blobId);
  }
}

const sizeOf = ({ wordCount, characterCount, segmentCount }: CountedDocument): TextSize => ({
  wordCount,
  characterCount,
  segmentCount,
});
