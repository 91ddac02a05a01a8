import { document } from '#libs/domain/document/document.decider.js';
import type { Document } from '#libs/domain/document/document.state.js';
import type { Provenance } from '#libs/domain/provenance.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

interface EndedTranslation {
  documentId: string;
  translationId: string;
  blob: BlobInfo;
  /** Bytes that its files add to those that are stored. */
  storedBytes: number;
  model: string;
  confidence: number;
  provenance: Provenance;
  /** Time at which the files are removed, in RFC 3339. */
  expiresAt: string;
  commandId: string;
}

/** Returns the document afterwards: another command may have ended or deleted it meanwhile. */
export class CompleteDocumentTranslation extends Command<Document> {
  constructor(
    readonly ended: EndedTranslation,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(CompleteDocumentTranslation, EVENT_STORE)
export class CompleteDocumentTranslationHandler implements CommandHandler<CompleteDocumentTranslation> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ ended, metadata }: CompleteDocumentTranslation): Promise<Document> {
    const { documentId, translationId, blob, storedBytes, model, confidence, provenance, expiresAt, commandId } = ended;
    const command = {
      type: 'CompleteDocumentTranslation',
      translationId,
      blobId: blob.id,
      sizeBytes: blob.size,
      sha256: blob.sha256,
      storedBytes,
      model,
      confidence,
      provenance,
      now: metadata.occurredAt,
      expiresAt,
    } as const;
    const { state } = await execute(this.eventStore, document, documentId, command, { commandId, metadata });
    return state;
  }
}
