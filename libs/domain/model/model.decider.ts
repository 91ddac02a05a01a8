import { assertNever, type Decider } from '../decider.js';
import type { ModelCommand } from './model.commands.js';
import type { ModelEvent } from './model.events.js';

/** The model while it is installed. */
export type ModelState = { modelSha256: string; modelId: string } | undefined;

const decide = (command: ModelCommand, installed: ModelState): ModelEvent[] => {
  switch (command.type) {
    case 'RecordInstalledModel':
      if (installed !== undefined) return [];
      return [{ type: 'ModelInstalled', data: { ...command.model, installedAt: command.installedAt } }];
    case 'RecordRemovedModel':
      return installed === undefined ? [] : [{ type: 'ModelRemoved', data: { ...installed, removedAt: command.now } }];
    default:
      return assertNever(command);
  }
};

const evolve = (_: ModelState, event: ModelEvent): ModelState => {
  switch (event.type) {
    case 'ModelInstalled': {
      const { modelSha256, modelId } = event.data;
      return { modelSha256, modelId };
    }
    case 'ModelRemoved':
      return undefined;
    default:
      return assertNever(event);
  }
};

/** A model of the installation, by its hash. Its events alternate: installed, removed, installed again. */
export const model: Decider<ModelCommand, ModelEvent, ModelState> = {
  category: 'model',
  initialState: undefined,
  decide,
  evolve,
};
