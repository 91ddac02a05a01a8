import { document } from '#libs/domain/document/document.decider.js';
import type { Document } from '#libs/domain/document/document.state.js';
import type { Provenance } from '#libs/domain/provenance.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

interface Progress {
  documentId: string;
  translationId: string;
  segmentsDone: number;
  segmentsTotal: number;
  /** RFC 3339. */
  estimatedCompletion: string;
  provenance: Provenance;
  commandId: string;
}

/** Returns the document afterwards, so that the translation of a deleted one can stop. */
export class RecordTranslationProgress extends Command<Document> {
  constructor(
    readonly progress: Progress,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordTranslationProgress, EVENT_STORE)
export class RecordTranslationProgressHandler implements CommandHandler<RecordTranslationProgress> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ progress, metadata }: RecordTranslationProgress): Promise<Document> {
    const { documentId, commandId, ...done } = progress;
    const command = { type: 'RecordTranslationProgress', ...done } as const;
    const { state } = await execute(this.eventStore, document, documentId, command, { commandId, metadata });
    return state;
  }
}
