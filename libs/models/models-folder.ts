import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import { syncFolder } from '#libs/platform/process/sync-folder.js';
import { hashOf } from './fetch-file.js';
import { type ModelManifest, type ModelParts, manifestName } from './model-manifest.js';
import type { ModelName } from './model-name.js';
import { type LockOptions, type ModelsLock, withModelsLock } from './models-lock.js';

/** The folder of the installed models. */
export const modelsFolderOf = ({
  TRANSLEDGER_MODELS_DIR: folder,
  TRANSLEDGER_DATA_DIR: dataDir,
}: Pick<Settings, 'TRANSLEDGER_MODELS_DIR' | 'TRANSLEDGER_DATA_DIR'>): string =>
  resolve(folder ?? join(dataDir, 'models'));

/** Folders of a models folder that hold no model; a model whose name begins with a point is none. */
const inWork = '.work';
const replacedModels = '.replaced';
const removedModels = '.removed';

/** Where a model is put together before it takes its place. */
export const workFolderOf = (folder: string, id: string): string => join(folder, inWork, id);

/** Milliseconds after which a download that nobody went on with is removed. */
const abandonedAfterMs = 7 * 24 * 3_600_000;
const maxManifestBytes = 1024 * 1024;

const idForm = /^[a-z0-9][A-Za-z0-9-]{0,99}$/;
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isFileHashes = (value: unknown): value is ModelManifest['files'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([name, hash]) => nameForm.test(name) && name !== manifestName && /^[0-9a-f]{64}$/.test(hash),
  );

const isParts = (value: unknown, files: ModelManifest['files']): value is ModelParts => {
  if (typeof value !== 'object' || value === null) return false;
  const { model, vocabularies, shortlist }: Partial<Record<keyof ModelParts, unknown>> = value;
  if (typeof model !== 'string' || !isTexts(vocabularies) || vocabularies.length < 1 || vocabularies.length > 2)
    return false;
  if (shortlist !== undefined && typeof shortlist !== 'string') return false;
  return [model, ...vocabularies, ...(shortlist === undefined ? [] : [shortlist])].every((file) =>
    Object.hasOwn(files, file),
  );
};

const isOptionalText = (value: unknown): boolean => value === null || value === undefined || typeof value === 'string';

const isManifest = (value: unknown, id: string): value is ModelManifest => {
  if (typeof value !== 'object' || value === null) return false;
  const said: Partial<Record<keyof ModelManifest, unknown>> = value;
  const texts = [said.modelSha256, said.name, said.engine, said.source, said.installedAt];
  return (
    said.modelId === id &&
    texts.every((text) => typeof text === 'string') &&
    [said.licence, said.licenceUrl, said.architecture].every(isOptionalText) &&
    [said.sourceLanguages, said.targetLanguages, said.qualities].every(isTexts) &&
    typeof said.sizeBytes === 'number' &&
    isFileHashes(said.files) &&
    isParts(said.parts, said.files)
  );
};

/** Reads what a folder says of the model in it; undefined where it says none. */
export const readManifest = async (folder: string, id: string): Promise<ModelManifest | undefined> => {
  try {
    const file = join(folder, id, manifestName);
    if ((await stat(file)).size > maxManifestBytes) return undefined;
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isManifest(value, id) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCodeOf(error) ?? ''))
      return undefined;
    throw error;
  }
};

/** Names in a folder, in their order; none where there is no folder. */
const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

/** The models that are installed, and the names of folders that should be such and are none. */
export const installedModels = async (folder: string): Promise<{ models: ModelManifest[]; broken: string[] }> => {
  const names = (await namesIn(folder)).filter((name) => !name.startsWith('.'));
  const found = await Promise.all(
    names.map(async (name) => ({ name, manifest: idForm.test(name) ? await readManifest(folder, name) : undefined })),
  );
  return {
    models: found.flatMap(({ manifest }) => manifest ?? []),
    broken: found.filter(({ manifest }) => manifest === undefined).map(({ name }) => name),
  };
};

/** Whether a folder has an installed model, as far as a look at the names in it tells. */
export const hasModels = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => !name.startsWith('.') && existsSync(join(folder, name, manifestName)));
};

/** A model that is installed, by the languages and the architecture of its name. */
export const installedName = ({
  sourceLanguages,
  targetLanguages,
  architecture = '',
}: ModelManifest): Required<ModelName> => ({
  source: sourceLanguages.join(),
  target: targetLanguages.join(),
  architecture,
});

/** SHA-256 of the canonical JSON of the hashes of a model's files: names in the order of their UTF-16 units, no spaces. */
export const modelHash = (files: Readonly<Record<string, string>>): string => {
  const sorted = Object.fromEntries(
    Object.keys(files)
      .sort()
      .map((name) => [name, files[name]]),
  );
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
};

/** Brings back what a process that died between two renames left, and removes what others left. Under the lock alone. */
const tidy = async (folder: string): Promise<void> => {
  for (const id of await namesIn(join(folder, replacedModels))) {
    const replaced = join(folder, replacedModels, id);
    if (
      (await readManifest(folder, id)) === undefined &&
      (await readManifest(join(folder, replacedModels), id)) !== undefined
    ) {
      await rm(join(folder, id), { recursive: true, force: true });
      await rename(replaced, join(folder, id));
      await syncFolder(folder);
    } else await rm(replaced, { recursive: true, force: true });
  }
  await rm(join(folder, removedModels), { recursive: true, force: true });
  for (const id of await namesIn(join(folder, inWork))) {
    const { mtimeMs } = await stat(workFolderOf(folder, id));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(workFolderOf(folder, id), { recursive: true, force: true });
  }
  for (const name of await namesIn(folder)) {
    if (!name.startsWith('.lock-')) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true });
  }
};

/** Does work that changes the models of a folder, which is made where it is not there, one process at a time. */
export const changeModels = async <T>(
  folder: string,
  options: LockOptions,
  work: (lock: ModelsLock) => Promise<T>,
): Promise<T> => {
  await makeFolder(folder, 0o755);
  return withModelsLock(folder, options, async (lock) => {
    await tidy(folder);
    return work(lock);
  });
};

/** Puts a model that is whole in its place; the one that had its place is in use until then, and is gone afterwards. Under the lock alone. */
export const putInPlace = async (folder: string, id: string, whole: string): Promise<void> => {
  const place = join(folder, id);
  const replaced = join(folder, replacedModels, id);
  if ((await stat(place).catch(() => undefined)) !== undefined) {
    await makeFolder(join(folder, replacedModels), 0o755);
    await rename(place, replaced);
  }
  await rename(whole, place);
  await syncFolder(folder);
  await rm(replaced, { recursive: true, force: true });
};

/** Takes a model out of use, whole and at once, and then its files from the disk. Under the lock alone. */
export const removeModel = async (folder: string, id: string): Promise<void> => {
  const removed = join(folder, removedModels, `${id}-${randomUUID()}`);
  await makeFolder(join(folder, removedModels), 0o755);
  await rename(join(folder, id), removed);
  await syncFolder(folder);
  await rm(removed, { recursive: true, force: true });
};

/** The faults of an installed model against its manifest, a sentence each; none where every byte is as it was installed. */
export const faultsOf = async (
  folder: string,
  { modelId, files, modelSha256, sizeBytes }: ModelManifest,
): Promise<string[]> => {
  const faults: string[] = [];
  let bytes = 0;
  for (const [name, expected] of Object.entries(files)) {
    try {
      const file = join(folder, modelId, name);
      bytes += (await stat(file)).size;
      const found = await hashOf(file);
      if (found !== expected) faults.push(`${name} has the SHA-256 ${found}, and not ${expected}`);
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === undefined) throw error;
      faults.push(code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read (${code})`);
    }
  }
  if (faults.length === 0 && bytes !== sizeBytes) faults.push(`its files have ${bytes} bytes, and not ${sizeBytes}`);
  if (modelHash(files) !== modelSha256)
    faults.push(`${manifestName} has been changed: its hashes are not those of the model ${modelSha256}`);
  const strangers = (await namesIn(join(folder, modelId))).filter(
    (name) => name !== manifestName && !Object.hasOwn(files, name),
  );
  faults.push(...strangers.map((name) => `${name} does not belong to it`));
  return faults;
};
