import { certification } from '#libs/domain/certification/certification.decider.js';
import type { Certification } from '#libs/domain/certification/certification.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { certificationId } from './certification-id.js';

/** Records what the metadata's organization says of a standard, in place of what it said before. */
export class RecordCertification extends Command<void> {
  constructor(
    readonly certification: Certification,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(RecordCertification, EVENT_STORE)
export class RecordCertificationHandler implements CommandHandler<RecordCertification> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ certification: recorded, metadata }: RecordCertification): Promise<void> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const id = certificationId(organizationId, recorded.standard);
    const command = { type: 'RecordCertification', organizationId, certification: recorded, now } as const;
    await execute(this.eventStore, certification, id, command, { commandId, metadata });
  }
}
