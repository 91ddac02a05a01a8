import { certification } from '#libs/domain/certification/certification.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { certificationId } from './certification-id.js';

/** Answers with the name of the standard as it was recorded. */
export class DeleteCertification extends Command<string> {
  constructor(
    readonly standard: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(DeleteCertification, EVENT_STORE)
export class DeleteCertificationHandler implements CommandHandler<DeleteCertification> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ standard, metadata }: DeleteCertification): Promise<string> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const id = certificationId(organizationId, standard);
    const command = { type: 'DeleteCertification', organizationId, now } as const;
    const { events } = await execute(this.eventStore, certification, id, command, { commandId, metadata });
    const deleted = events.find((event) => event.type === 'CertificationDeleted');
    return deleted?.data.standard ?? standard;
  }
}
