import { certification } from '#libs/domain/certification/certification.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { certificationId } from './certification-id.js';

export class DeleteCertification extends Command<void> {
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

  async execute({ standard, metadata }: DeleteCertification): Promise<void> {
    const { organizationId, occurredAt: now, requestId: commandId } = metadata;
    const id = certificationId(organizationId, standard);
    const command = { type: 'DeleteCertification', organizationId, now } as const;
    await execute(this.eventStore, certification, id, command, { commandId, metadata });
  }
}
