import { certification } from '#libs/domain/certification/certification.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';
import { certificationId } from './certification-id.js';

/** Gives notice that a certification expires, if one is due and was not given. */
export class NoticeCertificationExpiry extends Command<void> {
  constructor(
    readonly standard: string,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(NoticeCertificationExpiry, EVENT_STORE)
export class NoticeCertificationExpiryHandler implements CommandHandler<NoticeCertificationExpiry> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ standard, metadata }: NoticeCertificationExpiry): Promise<void> {
    const { organizationId, occurredAt: now } = metadata;
    const id = certificationId(organizationId, standard);
    const command = { type: 'NoticeCertificationExpiry', organizationId, now } as const;
    await execute(this.eventStore, certification, id, command, { commandId: `${id}/notice/${now}`, metadata });
  }
}
