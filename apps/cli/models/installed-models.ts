import { once } from 'node:events';
import { bundleOf } from '#libs/models/bundle.js';
import { ModelError } from '#libs/models/model-error.js';
import { type ModelManifest, marianModelId } from '#libs/models/model-manifest.js';
import { type ModelName, modelNameOf, pairOf, textOfName } from '#libs/models/model-name.js';
import {
  changeModels,
  faultsOf,
  installedModels,
  installedName,
  modelsFolderOf,
  removeModel,
} from '#libs/models/models-folder.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { interruptible } from '../interruptible.js';

/** @throws ModelError */
export const nameIn = (text: string): ModelName => {
  const name = modelNameOf(text);
  if (name !== undefined) return name;
  throw new ModelError(`"${text}" names no model: say a pair such as en-de, or en-de:tiny.`);
};

const isMeant = ({ source, target, architecture }: ModelName, model: ModelManifest): boolean => {
  const is = installedName(model);
  return (
    is.source === source && is.target === target && (architecture === undefined || is.architecture === architecture)
  );
};

/** The installed models that a name means; all of its pair where it names no architecture. @throws ModelError for none */
export const installedOf = (text: string, models: readonly ModelManifest[]): ModelManifest[] => {
  const name = nameIn(text);
  const found = models.filter((model) => isMeant(name, model));
  if (found.length > 0) return found;
  const ofPair = models.filter((model) => pairOf(installedName(model)) === pairOf(name));
  const there = (ofPair.length > 0 ? ofPair : models).map((model) => textOfName(installedName(model))).join(', ');
  throw new ModelError(
    `${textOfName(name)} is not installed; ${there === '' ? 'no model is' : `installed is ${there}`}.`,
  );
};

const modelsFolder = (): string => modelsFolderOf(readSettings(process.env));

/** The folder of a model that has no manifest any more. */
const brokenOf = (text: string, broken: readonly string[]): string | undefined => {
  const { source, target, architecture } = nameIn(text);
  const id = marianModelId(source, target, architecture ?? '');
  return broken.find((name) => name === id);
};

const idToRemove = (text: string, { models, broken }: { models: ModelManifest[]; broken: string[] }): string => {
  const damaged = brokenOf(text, broken);
  if (damaged !== undefined) return damaged;
  const [only, ...more] = installedOf(text, models);
  if (only !== undefined && more.length === 0) return only.modelId;
  const names = [only, ...more].flatMap((model) => (model === undefined ? [] : textOfName(installedName(model))));
  throw new ModelError(`Several models of ${text} are installed. Say which: ${names.join(', ')}.`);
};

/** Removes models and returns their ids. @throws ModelError before anything is removed, where one is not installed */
export const removeModels = (names: readonly string[]): Promise<string[]> =>
  interruptible(async (signal) => {
    const folder = modelsFolder();
    const found = await installedModels(folder);
    const ids = [...new Set(names.map((text) => idToRemove(text, found)))];
    const onWait = ({ pid }: { pid: number }) =>
      void process.stderr.write(`Process ${pid} is changing the models; waiting for it.\n`);
    await changeModels(folder, { signal, onWait }, async () => {
      for (const id of ids) await removeModel(folder, id);
    });
    return ids;
  });

export interface VerifiedModel {
  id: string;
  /** Null for a folder that says no model. */
  model_sha256: string | null;
  faults: string[];
}

/** Hashes the files of the models that are named, or of all, and of what should be one. */
export const verifyModels = async (names: readonly string[]): Promise<VerifiedModel[]> => {
  const folder = modelsFolder();
  const { models, broken } = await installedModels(folder);
  const damaged = names.length === 0 ? broken : names.flatMap((text) => brokenOf(text, broken) ?? []);
  const named = names.filter((text) => brokenOf(text, broken) === undefined);
  const meant = names.length === 0 ? models : named.flatMap((text) => installedOf(text, models));
  const verified: VerifiedModel[] = [];
  for (const model of new Set(meant))
    verified.push({
      id: model.modelId,
      model_sha256: model.modelSha256,
      faults: await faultsOf(folder, model),
    });
  const faults = ['its model.json is missing or damaged: it is not used. Remove it, and add it again'];
  return [...verified, ...damaged.map((id) => ({ id, model_sha256: null, faults }))];
};

/** Writes installed models to standard output as a bundle, once each was found as it was installed. */
export const writeBundle = (names: readonly string[]): Promise<void> =>
  interruptible(async (signal) => {
    const folder = modelsFolder();
    const { models } = await installedModels(folder);
    const meant = [...new Set(names.flatMap((text) => installedOf(text, models)))];
    for (const model of meant) {
      const [fault] = await faultsOf(folder, model);
      if (fault !== undefined) throw new ModelError(`${model.modelId} is not as it was installed: ${fault}.`);
    }
    const failed = once(process.stdout, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => undefined);
    for await (const chunk of bundleOf(folder, meant)) {
      signal.throwIfAborted();
      if (!process.stdout.write(chunk)) await Promise.race([once(process.stdout, 'drain'), failed]);
    }
  }, 'what was written of it is no bundle');
