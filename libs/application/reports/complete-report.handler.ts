import { type Report, report } from '#libs/domain/report/report.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

export interface MadeReport {
  reportId: string;
  /** The generation that it was begun in: a file of an earlier one is not taken. */
  generation: number;
  blob: BlobInfo;
  /** Entries of the audit log that the figures were taken over. */
  treeSize: number;
  /** Time at which the file is removed, RFC 3339; a file in the place of a withdrawn one has the time of that. */
  expiresAt: string;
}

/** Returns the report afterwards: another worker may have ended it before, with a file of its own. */
export class CompleteReport extends Command<Report> {
  constructor(
    readonly made: MadeReport,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(CompleteReport, EVENT_STORE)
export class CompleteReportHandler implements CommandHandler<CompleteReport> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({
    made: { reportId, generation, blob, treeSize, expiresAt },
    metadata,
  }: CompleteReport): Promise<Report> {
    const file = { blobId: blob.id, sizeBytes: blob.size, sha256: blob.sha256 };
    const command = {
      type: 'CompleteReport',
      file,
      generation,
      treeSize,
      expiresAt,
      now: metadata.occurredAt,
    } as const;
    // A try that another one overtook decides nothing, and must not be taken for it: its blob is in the id.
    const context = { commandId: `${blob.id}/complete`, metadata };
    const { state } = await execute(this.eventStore, report, reportId, command, context);
    return state;
  }
}
