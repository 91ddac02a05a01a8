import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import { syncFolder } from '#libs/platform/process/sync-folder.js';
import {
  type CatalogueModel,
  maxUnpackedBytes,
  packedBytes,
  partsOf,
  unpackedBytes,
  unpackedHash,
  unpackedName,
} from './catalogue.js';
import type { CheckModel, TranslatedSample } from './check-model.js';
import { type FetchOptions, fetchFile } from './fetch-file.js';
import { ModelError } from './model-error.js';
import { type ModelManifest, manifestName, marianModelId } from './model-manifest.js';
import type { ModelSource } from './model-source.js';
import { changeModels, modelHash, modelsFolderOf, putInPlace, readManifest, workFolderOf } from './models-folder.js';
import type { LockOptions, ModelsLock } from './models-lock.js';

/** The steps of an installation, each named when it is done. */
export type InstallStep = 'fetched' | 'unpacked' | 'described' | 'checked' | 'installed';

export interface InstallOptions extends Pick<FetchOptions, 'times' | 'retryDelayMs'>, LockOptions {
  /** Folder of the installed models. */
  folder: string;
  source: ModelSource;
  check: CheckModel;
  /** Bytes of the disk that are left free. */
  reserveBytes: number;
  /** Is told how many of the packed bytes are there. */
  onProgress?: (done: number, total: number) => void;
  onStep?: (step: InstallStep) => void;
}

/** An installed model, and what it translated; no sample where it was installed already. */
export interface InstallResult {
  manifest: ModelManifest;
  sample: TranslatedSample | undefined;
}

export const idOf = ({ source, target, architecture }: CatalogueModel): string =>
  marianModelId(source, target, architecture);

const packedHashes = ({ files }: CatalogueModel): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, { sha256 }]) => [name, sha256]));

/** Whether an installed model is the one of a catalogue, as far as the two can be compared: by its packed files, else by its model. */
export const isSameModel = ({ packed, files, parts }: ModelManifest, model: CatalogueModel): boolean => {
  const expected = packedHashes(model);
  const isUnpackedSame = model.unpacked !== undefined && files[parts.model] === model.unpacked.sha256;
  const comparable = packed !== undefined && Object.keys(expected).every((name) => Object.hasOwn(packed, name));
  if (comparable) return Object.entries(expected).every(([name, hash]) => packed[name] === hash);
  const arePlain = Object.entries(expected).every(([name, hash]) => files[name] === hash);
  return arePlain || isUnpackedSame;
};

/** Quality that a network of this size serves. */
const qualityOf = (architecture: string): string => ({ tiny: 'fast', base: 'quality' })[architecture] ?? 'balanced';

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCodeOf(error) ?? '');

const neededBytes = (model: CatalogueModel): number => packedBytes(model) + unpackedBytes(model);

/** @throws ModelError where the disk has too little room for what is still to be fetched and unpacked */
const assertRoom = async (
  folder: string,
  model: CatalogueModel,
  there: number,
  reserveBytes: number,
): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, neededBytes(model) - there];
  if (free >= needed + reserveBytes) return;
  const reserve =
    reserveBytes === 0 ? '' : `, of which ${megabytes(reserveBytes)} are to stay free (TRANSLEDGER_DISK_RESERVE)`;
  throw new ModelError(
    `${model.name} needs about ${megabytes(needed)} in ${folder}; its disk has ${megabytes(free)}${reserve}.`,
    true,
  );
};

/** Bytes that models leave free of a disk: those of the data folder, where it is on the same one. */
export const reserveOf = async (
  settings: Pick<Settings, 'TRANSLEDGER_MODELS_DIR' | 'TRANSLEDGER_DATA_DIR' | 'TRANSLEDGER_DISK_RESERVE'>,
): Promise<number> => {
  const deviceOf = (folder: string) =>
    stat(folder).then(
      ({ dev }) => dev,
      () => undefined,
    );
  const dataDir = resolve(settings.TRANSLEDGER_DATA_DIR);
  const models = modelsFolderOf(settings);
  const isInside = models.startsWith(`${dataDir}${sep}`);
  const isSameDisk = isInside || (await deviceOf(models)) === (await deviceOf(dataDir));
  return isSameDisk ? settings.TRANSLEDGER_DISK_RESERVE : 0;
};

const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name));
    if (found.isFile()) bytes += found.size;
  }
  return bytes;
};

/** Removes what came of other versions of a model. */
const keepOnly = async (folder: string, names: ReadonlySet<string>): Promise<void> => {
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
};

const partOf = (sha256: string): string => `${sha256}.part`;

class TooLargeError extends Error {}

/** Unpacks a file, or copies it, and returns its hash and size. @throws ModelError */
const unpack = async (
  model: CatalogueModel,
  name: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256');
  const limit = maxUnpackedBytes(model, name);
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > limit ? new TooLargeError() : null, chunk);
    },
  });
  const steps = name.endsWith('.gz') ? [createGunzip()] : [];
  try {
    await pipeline([createReadStream(from), ...steps, counted, createWriteStream(to, { flush: true, mode: 0o644 })], {
      signal,
    });
  } catch (error) {
    if (error instanceof TooLargeError)
      throw new ModelError(`${name} has more than ${limit} bytes unpacked: it is not what its catalogue says.`);
    if (/^Z_/.test(errorCodeOf(error) ?? '')) throw new ModelError(`${name} cannot be unpacked.`);
    throw error;
  }
  const sha256 = hash.digest('hex');
  const expected = unpackedHash(model, name);
  if (expected !== undefined && (sha256 !== expected || bytes !== limit))
    throw new ModelError(
      `${name} is, unpacked, not the model that its catalogue says: its SHA-256 is ${sha256}, and not ${expected}.`,
    );
  return { sha256, bytes };
};

/** Writes a file whole and to the disk. */
const writeWhole = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'w', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const fetchAll = async (model: CatalogueModel, work: string, options: InstallOptions): Promise<string> => {
  const { source, signal, onProgress, times, retryDelayMs } = options;
  const total = packedBytes(model);
  let [before, from] = [0, ''];
  for (const [name, expected] of Object.entries(model.files)) {
    const came = await fetchFile(
      name,
      expected,
      source.places(model, name, signal),
      join(work, partOf(expected.sha256)),
      {
        signal,
        onBytes: (bytes) => onProgress?.(before + bytes, total),
        ...(times && { times }),
        ...(retryDelayMs !== undefined && { retryDelayMs }),
      },
    );
    before += expected.size;
    // The place of the model itself is that of all.
    if (from === '' || name.startsWith('model.')) from = came;
  }
  return from;
};

const describe = (
  model: CatalogueModel,
  files: Record<string, string>,
  sizeBytes: number,
  source: string,
): ModelManifest => {
  const parts = partsOf(Object.keys(model.files));
  if (parts === undefined) throw new ModelError(`${model.name} has not the files of a model.`);
  return {
    modelSha256: modelHash(files),
    modelId: idOf(model),
    name: model.name,
    engine: 'marian',
    architecture: model.architecture,
    sourceLanguages: [model.source],
    targetLanguages: [model.target],
    files,
    sizeBytes,
    licence: model.licence,
    licenceUrl: model.licenceUrl,
    source,
    qualities: [qualityOf(model.architecture)],
    parts,
    packed: packedHashes(model),
    installedAt: new Date().toISOString(),
  };
};

/** @throws ModelError for a model that cannot be loaded, or that writes nothing */
const checked = async (
  folder: string,
  { parts, name, sourceLanguages }: ModelManifest,
  check: CheckModel,
): Promise<TranslatedSample> => {
  const { model, vocabularies, shortlist } = parts;
  const files = {
    model: join(folder, model),
    vocabularies: vocabularies.map((each) => join(folder, each)),
    ...(shortlist !== undefined && { shortlist: join(folder, shortlist) }),
  };
  const sample = await check(files, sourceLanguages.join()).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError(`${name} cannot be used: ${reason.replaceAll(`${folder}/`, '').replace(/\.$/, '')}.`);
  });
  if (sample.target.trim() === '')
    throw new ModelError(`${name} cannot be used: it translated "${sample.source}" into nothing.`);
  return sample;
};

const install = async (model: CatalogueModel, lock: ModelsLock, options: InstallOptions): Promise<InstallResult> => {
  const { folder, check, signal, reserveBytes, onStep } = options;
  const id = idOf(model);
  const there = await readManifest(folder, id);
  if (there !== undefined && isSameModel(there, model)) return { manifest: there, sample: undefined };
  const work = workFolderOf(folder, id);
  await makeFolder(work, 0o755);
  await keepOnly(work, new Set(Object.values(model.files).map(({ sha256 }) => partOf(sha256))));
  await assertRoom(folder, model, await bytesIn(work), reserveBytes);
  const source = await fetchAll(model, work, options);
  onStep?.('fetched');
  const whole = join(work, 'model');
  await makeFolder(whole, 0o755);
  const files: Record<string, string> = {};
  let sizeBytes = 0;
  for (const [name, { sha256 }] of Object.entries(model.files)) {
    const unpacked = await unpack(model, name, join(work, partOf(sha256)), join(whole, unpackedName(name)), signal);
    files[unpackedName(name)] = unpacked.sha256;
    sizeBytes += unpacked.bytes;
  }
  onStep?.('unpacked');
  const manifest = describe(model, files, sizeBytes, source);
  await writeWhole(join(whole, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFolder(whole);
  onStep?.('described');
  const sample = await checked(whole, manifest, check);
  onStep?.('checked');
  signal.throwIfAborted();
  await lock.assertHeld();
  await putInPlace(folder, id, whole);
  onStep?.('installed');
  await rm(work, { recursive: true, force: true });
  return { manifest, sample };
};

/**
 * Installs a model: fetches what of it is missing, checks and unpacks it, loads it, and puts it in its place, whole and at once. What came of
 * a model before something broke off is kept for the next time; of one that proved wrong, or that found no room, nothing is.
 * Rejects with ModelError, with the reason of the signal, or with the error of the file system.
 */
export const installModel = (model: CatalogueModel, options: InstallOptions): Promise<InstallResult> =>
  changeModels(options.folder, options, async (lock) => {
    const work = workFolderOf(options.folder, idOf(model));
    try {
      return await install(model, lock, options);
    } catch (error) {
      const isWrong = error instanceof ModelError && !error.mayPass;
      if (isWrong || isFull(error)) await rm(work, { recursive: true, force: true });
      if (!isFull(error)) throw error;
      throw new ModelError(
        `The disk is full: ${model.name} needs about ${megabytes(neededBytes(model))} free in ${options.folder}. Nothing of it is left there.`,
        true,
      );
    }
  });
