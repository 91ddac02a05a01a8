import { assertNever, type Decider } from '../decider.js';
import type { InstalledModel, ModelEvent } from './model.events.js';

export type ModelCommand =
  | { type: 'InstallModel'; model: InstalledModel; now: string }
  | { type: 'RemoveModel'; now: string };

export type Model = { status: 'none' | 'removed' } | { status: 'installed'; modelSha256: string; modelId: string };

const decide = (command: ModelCommand, model: Model): ModelEvent[] => {
  switch (command.type) {
    case 'InstallModel':
      // Each node installs it for itself: the first says so.
      if (model.status === 'installed') return [];
      return [{ type: 'ModelInstalled', data: { ...command.model, installedAt: command.now } }];
    case 'RemoveModel': {
      if (model.status !== 'installed') return [];
      const { modelSha256, modelId } = model;
      return [{ type: 'ModelRemoved', data: { modelSha256, modelId, removedAt: command.now } }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (_model: Model, event: ModelEvent): Model => {
  if (event.type === 'ModelRemoved') return { status: 'removed' };
  const { modelSha256, modelId } = event.data;
  return { status: 'installed', modelSha256, modelId };
};

/** A model of the installation, by the hash of its files. */
export const model: Decider<ModelCommand, ModelEvent, Model> = {
  category: 'model',
  initialState: { status: 'none' },
  decide,
  evolve,
};
