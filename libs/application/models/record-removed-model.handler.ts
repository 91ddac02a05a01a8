import { model } from '#libs/domain/model/model.decider.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { InstallationMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Records that a model is not installed any more, unless the log says so. */
export class RecordRemovedModel extends Command<void> {
  constructor(
    readonly modelSha256: string,
    readonly metadata: InstallationMetadata,
  ) {
    super();
  }
}

@handles(RecordRemovedModel, EVENT_STORE)
export class RecordRemovedModelHandler implements CommandHandler<RecordRemovedModel> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ modelSha256, metadata }: RecordRemovedModel): Promise<void> {
    const command = { type: 'RecordRemovedModel', now: metadata.occurredAt } as const;
    const commandId = `${metadata.requestId}/removed`;
    await execute(this.eventStore, model, modelSha256, command, { commandId, metadata });
  }
}
