import { model } from '#libs/domain/model/model.decider.js';
import type { InstalledModel } from '#libs/domain/model/model.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { InstallationMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** Records that a model is installed, unless the log says so. */
export class RecordInstalledModel extends Command<void> {
  constructor(
    readonly model: InstalledModel,
    /** Time of its installation, RFC 3339. */
    readonly installedAt: string,
    readonly metadata: InstallationMetadata,
  ) {
    super();
  }
}

@handles(RecordInstalledModel, EVENT_STORE)
export class RecordInstalledModelHandler implements CommandHandler<RecordInstalledModel> {
  constructor(private readonly eventStore: EventStore) {}

  async execute({ model: installed, installedAt, metadata }: RecordInstalledModel): Promise<void> {
    const command = { type: 'RecordInstalledModel', model: installed, installedAt } as const;
    const commandId = `${metadata.requestId}/installed`;
    await execute(this.eventStore, model, installed.modelSha256, command, { commandId, metadata });
  }
}
