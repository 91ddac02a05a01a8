import { document } from '#libs/domain/document/document.decider.js';
import { releasedAt } from '#libs/domain/hold/hold-grace.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { documentHolds } from '../holds/document-holds.js';
import { LEGAL_HOLDS, type LegalHolds } from '../holds/legal-holds.port.js';

/** Expires a document; one that is not due yet, is being translated, held by a legal hold or gone is left as it is. */
export class ExpireDocument extends Command<void> {
  constructor(
    readonly documentId: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(ExpireDocument, EVENT_STORE, LEGAL_HOLDS)
export class ExpireDocumentHandler implements CommandHandler<ExpireDocument> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly holds: LegalHolds,
  ) {}

  async execute({ documentId, metadata }: ExpireDocument): Promise<void> {
    const now = metadata.occurredAt;
    const { holdId, liftedAt } = await documentHolds(this.eventStore, this.holds, metadata.organizationId, documentId);
    if (holdId !== undefined || (liftedAt !== undefined && now < releasedAt(liftedAt))) return;
    const context = { commandId: `${documentId}/expire/${now}`, metadata };
    await execute(this.eventStore, document, documentId, { type: 'ExpireDocument', now }, context);
  }
}
