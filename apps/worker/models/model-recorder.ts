import type { Commands } from '#libs/application/commands.js';
import { installationMetadata } from '#libs/application/models/installation-metadata.js';
import { RecordInstalledModel } from '#libs/application/models/record-installed-model.handler.js';
import { RecordRemovedModel } from '#libs/application/models/record-removed-model.handler.js';
import type { InstalledModel } from '#libs/domain/model/model.events.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { EngineModel, InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { ModelQueries } from '#projections/models/models.queries.js';

export const modelRecordsQueue = 'model-records';
export const modelRecordsEveryMs = 10_000;

/** Milliseconds for which a model is missed before it counts as removed. */
const missedForMs = 60_000;

interface Dependencies {
  inference: Pick<InferenceEngine, 'models'>;
  models: Pick<ModelQueries, 'present'>;
  commands: Commands;
  now?: () => Date;
}

/** The facts of a model with weights; undefined of one without, or whose files are not known. */
const factsOf = (model: EngineModel): InstalledModel | undefined => {
  const { sha256, sizeBytes, files, architecture } = model;
  if (sha256 === null || sizeBytes === null || files === undefined) return undefined;
  return {
    modelSha256: sha256,
    modelId: model.id,
    name: model.name,
    engine: model.engine,
    ...(architecture === undefined || architecture === '' ? {} : { architecture }),
    sourceLanguages: [...model.sourceLanguages],
    targetLanguages: [...model.targetLanguages],
    files: { ...files },
    sizeBytes,
    licence: model.licence,
    licenceUrl: model.licenceUrl,
    source: model.source ?? 'unknown',
    qualities: [...model.qualities],
  };
};

/**
 * Compares the models that the engine has with those that the log says are installed, and records the difference. An engine
 * that is away removes nothing: a model has to be missing for a minute from one that answers.
 */
export const recordModels = ({
  inference,
  models,
  commands,
  now = () => new Date(),
}: Dependencies): QueueDefinition => {
  const missedSince = new Map<string, number>();

  const seen = async (): Promise<readonly EngineModel[] | undefined> => {
    try {
      return await inference.models();
    } catch (error) {
      if (error instanceof ModelUnavailableError) return undefined;
      throw error;
    }
  };

  return {
    name: modelRecordsQueue,
    concurrency: 1,
    retryDelays: [],
    timeoutMs: 5 * 60_000,
    handle: async ({ signal }) => {
      const found = await seen();
      if (found === undefined) return missedSince.clear();
      const recorded = new Set(await models.present());
      for (const model of found) {
        signal.throwIfAborted();
        if (model.sha256 !== null) missedSince.delete(model.sha256);
        const facts = factsOf(model);
        if (facts === undefined || recorded.has(facts.modelSha256)) continue;
        const at = now();
        const installedAt = model.since ?? at.toISOString();
        await commands.execute(new RecordInstalledModel(facts, installedAt, installationMetadata(at)));
      }
      const there = new Set(found.map(({ sha256 }) => sha256));
      for (const hash of missedSince.keys()) if (!recorded.has(hash)) missedSince.delete(hash);
      for (const hash of recorded) {
        if (there.has(hash)) continue;
        signal.throwIfAborted();
        const at = now();
        const since = missedSince.get(hash) ?? at.getTime();
        missedSince.set(hash, since);
        if (at.getTime() - since < missedForMs) continue;
        await commands.execute(new RecordRemovedModel(hash, installationMetadata(at)));
        missedSince.delete(hash);
      }
    },
  };
};
