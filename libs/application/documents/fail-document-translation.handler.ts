import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentFailure } from '#libs/domain/document/document.events.js';
import type { Document } from '#libs/domain/document/document.state.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

interface FailedTranslation {
  documentId: string;
  translationId: string;
  failure: DocumentFailure;
  /** Time at which the files are removed, in RFC 3339. */
  expiresAt: string;
  commandId: string;
}

/** Returns the document afterwards: another command may have ended or deleted it meanwhile. */
export class FailDocumentTranslation extends Command<Document> {
  constructor(
    readonly failed: FailedTranslation,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(FailDocumentTranslation, EVENT_STORE)
export class FailDocumentTranslationHandler implements CommandHandler<FailDocumentTranslation> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ failed, metadata }: FailDocumentTranslation): Promise<Document> {
    const { documentId, translationId, failure: error, expiresAt, commandId } = failed;
    const now = metadata.occurredAt;
    const command = { type: 'FailDocumentTranslation', translationId, error, now, expiresAt } as const;
    const { state } = await execute(this.eventStore, document, documentId, command, { commandId, metadata });
    return state;
  }
}
