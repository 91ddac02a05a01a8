import { document } from '#libs/domain/document/document.decider.js';
import type { PageCountSource, TextSize } from '#libs/domain/document/document.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

interface FoundSize {
  documentId: string;
  translationId: string;
  size: TextSize;
  pageCount: number;
  pageCountSource: PageCountSource;
  commandId: string;
}

/** Records the size of a document that its upload did not count, and pages that are known by its layout. */
export class RecordDocumentSize extends Command<void> {
  constructor(
    readonly found: FoundSize,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordDocumentSize, EVENT_STORE)
export class RecordDocumentSizeHandler implements CommandHandler<RecordDocumentSize> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ found, metadata }: RecordDocumentSize): Promise<void> {
    const { documentId, commandId, ...size } = found;
    const command = { type: 'RecordDocumentSize', ...size, now: metadata.occurredAt } as const;
    await execute(this.eventStore, document, documentId, command, { commandId, metadata });
  }
}
