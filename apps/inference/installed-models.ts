import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFiles } from '@transledger/marian';
import { type ModelManifest, manifestName } from '#libs/models/model-manifest.js';
import { modelHash, readManifest } from '#libs/models/models-folder.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** A model in its folder, whole as far as sizes tell. */
export interface FoundModel {
  folder: string;
  manifest: ModelManifest;
  files: ModelFiles;
}

/** Folders that are looked into. */
const maxFolders = 1_000;

class BrokenModelError extends Error {
  override readonly name = 'BrokenModelError';
}

const sizeOf = async (folder: string, name: string): Promise<number> => {
  const stats = await stat(join(folder, name)).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') throw new BrokenModelError(`the file ${name} is missing`);
    throw error;
  });
  if (!stats.isFile()) throw new BrokenModelError(`${name} is no file`);
  return stats.size;
};

const partsIn = (folder: string, { model, vocabularies, shortlist }: ModelManifest['parts']): ModelFiles => {
  const [source = '', target] = vocabularies.map((name) => join(folder, name));
  return {
    model: join(folder, model),
    vocabularies: target === undefined ? [source] : [source, target],
    ...(shortlist === undefined ? {} : { shortlist: join(folder, shortlist) }),
  };
};

/**
 * Reads the model of a folder of models; undefined for that of another engine. What it says of itself is checked, and the sizes of
 * its files; their hashes are when it is loaded.
 */
const readModel = async (models: string, id: string): Promise<FoundModel | undefined> => {
  const manifest = await readManifest(models, id);
  if (manifest === undefined) throw new BrokenModelError(`its ${manifestName} is not that of a model of this name`);
  if (manifest.engine !== 'marian') return undefined;
  const { sourceLanguages, targetLanguages, files, modelSha256, sizeBytes } = manifest;
  if (modelHash(files) !== modelSha256)
    throw new BrokenModelError(`its ${manifestName} has another hash than those of its files give`);
  if (sourceLanguages.length !== 1 || targetLanguages.length !== 1)
    throw new BrokenModelError(`its ${manifestName} names no pair of languages`);
  const folder = join(models, id);
  const sizes = await Promise.all(Object.keys(files).map((name) => sizeOf(folder, name)));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  if (size !== sizeBytes) throw new BrokenModelError(`its files have ${size} bytes in place of ${sizeBytes}`);
  return { folder, manifest, files: partsIn(folder, manifest.parts) };
};

/** The folder of models, looked at again and again. */
export class InstalledModels {
  /** Models by folder, each with the mark of the manifest that it was read from. */
  private known = new Map<string, { mark: string; model: FoundModel | undefined }>();
  /** Faults that were told, by folder. */
  private told = new Map<string, string>();

  constructor(
    private readonly folder: string,
    /** Hears once of a folder that is left out, and why. */
    private readonly onBroken: (name: string, reason: string) => void,
  ) {}

  /** Lists the models that are there now; of those with the same hash the first. */
  async look(): Promise<FoundModel[]> {
    const known: typeof this.known = new Map();
    const told: typeof this.told = new Map();
    const found = new Map<string, FoundModel>();
    for (const name of await this.names()) {
      const mark = await this.markOf(name);
      if (mark === undefined) continue;
      try {
        const before = this.known.get(name);
        const model = before?.mark === mark ? before.model : await readModel(this.folder, name);
        known.set(name, { mark, model });
        if (model !== undefined && !found.has(model.manifest.modelSha256)) found.set(model.manifest.modelSha256, model);
      } catch (error) {
        // It was taken away, or exchanged for another, in the meantime.
        if ((await this.markOf(name)) !== mark) continue;
        const reason = error instanceof BrokenModelError ? error.message : (errorCodeOf(error) ?? 'it cannot be read');
        if (this.told.get(name) !== reason) this.onBroken(name, reason);
        told.set(name, reason);
      }
    }
    this.known = known;
    this.told = told;
    return [...found.values()];
  }

  /** Folders that a model may lie in; those that begin with a point are in work. */
  private async names(): Promise<string[]> {
    try {
      const names = await readdir(this.folder);
      return names
        .filter((name) => !name.startsWith('.'))
        .sort()
        .slice(0, maxFolders);
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  private async markOf(name: string): Promise<string | undefined> {
    try {
      const { ino, mtimeMs, size } = await stat(join(this.folder, name, manifestName));
      return `${ino} ${mtimeMs} ${size}`;
    } catch {
      return undefined;
    }
  }
}
