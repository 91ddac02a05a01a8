import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { FetchError, fetchWhole } from '#libs/platform/outbound-http/fetch-range.js';
import { below, type SourceUrl, SourceUrlError, sourceUrlOf } from '#libs/platform/outbound-http/source-url.js';
import { type Bundle, catalogueName, openBundle } from './bundle.js';
import { type Catalogue, type CatalogueModel, catalogueOf, maxCatalogueBytes } from './catalogue.js';
import { ModelError } from './model-error.js';
import { bucketPlace } from './public-bucket.js';

/** A place that a file can be had from. */
export type FilePlace = { from: SourceUrl; acceptEncoding?: 'gzip' } | { path: string; offset: number };

/** A place, and the source as it is shown and kept: without credentials, and without the folders of this machine. */
export type NamedPlace = FilePlace & { source: string };

/** Where models come from. */
export interface ModelSource {
  /** Shown before anything is fetched. */
  describe(model: CatalogueModel): string;
  /** The catalogue that it has, and that is looked into alone; undefined where it has none. */
  catalogue: Catalogue | undefined;
  /** Whether all of its models are meant where none is named. */
  isBundle: boolean;
  /** The places of a file, in the order in which they are asked. */
  places(model: CatalogueModel, file: string, signal: AbortSignal): AsyncGenerator<NamedPlace>;
}

const gitLfs = 'https://media.githubusercontent.com/media';

/** Statuses of servers, and of stores that tell nobody what they have, for a file that is not there. */
const absent = new Set([403, 404, 410]);

const catalogueBelow = async (from: SourceUrl, signal: AbortSignal): Promise<Catalogue | undefined> => {
  const place = below(from, catalogueName);
  try {
    return catalogueOf((await fetchWhole(place, maxCatalogueBytes, signal)).toString('utf8'), place.url);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (error.status !== undefined && absent.has(error.status)) return undefined;
    throw new ModelError(`The catalogue ${place.url} could not be read: ${error.message}.`, error.mayPass);
  }
};

const urlSource = async (text: string, signal: AbortSignal): Promise<ModelSource> => {
  const from = sourceUrlOf(text);
  return {
    describe: ({ folder }) => `${from.url}/${folder}`,
    catalogue: await catalogueBelow(from, signal),
    isBundle: false,
    async *places({ folder }, file) {
      yield { from: below(from, `${folder}/${file}`), source: `${from.url}/${folder}` };
    },
  };
};

const folderSource = async (folder: string): Promise<ModelSource> => {
  const source = `folder ${basename(folder)}`;
  const file = join(folder, catalogueName);
  const found = await stat(file).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found !== undefined && found.size > maxCatalogueBytes)
    throw new ModelError(`The catalogue ${file} is too large.`);
  return {
    describe: (model) => join(folder, model.folder),
    catalogue: found && catalogueOf(await readFile(file, 'utf8'), file),
    isBundle: false,
    async *places(model, name) {
      yield { path: join(folder, model.folder, name), offset: 0, source };
    },
  };
};

const bundleSource = async (file: string): Promise<ModelSource> => {
  const name = basename(file);
  const { catalogue, offsets }: Bundle = await openBundle(file, name);
  return {
    describe: () => file,
    catalogue,
    isBundle: true,
    async *places(model, each) {
      const offset = offsets.get(`${model.folder}/${each}`);
      if (offset !== undefined) yield { path: file, offset, source: `bundle ${name}` };
    },
  };
};

/** The public sources: files of Git LFS at the commit of the catalogue, then the bucket. */
export const publicSource: ModelSource = {
  describe: ({ repository, folder }) =>
    repository === undefined ? 'none' : `${gitLfs}/${repository.name}/${repository.commit}/${folder}`,
  catalogue: undefined,
  isBundle: false,
  async *places(model, file, signal) {
    if (model.repository === undefined)
      throw new ModelError(`The catalogue says of ${model.name} no repository: say --from, where its files are.`);
    const source = this.describe(model);
    yield { from: { url: `${source}/${file}` }, source };
    const place = await bucketPlace(model, file, signal);
    if (place !== undefined)
      yield { from: { url: `${place.folder}/${file}` }, acceptEncoding: 'gzip', source: place.folder };
  },
};

/**
 * The source that a text names: a URL, a folder, or a bundle (`.tar`); the public ones where there is no text. Rejects with ModelError, or
 * with the error of the file system.
 */
export const openSource = async (from: string | undefined, signal: AbortSignal): Promise<ModelSource> => {
  if (from === undefined) return publicSource;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(from)) {
    try {
      return await urlSource(from, signal);
    } catch (error) {
      // Of the URL itself nothing is said: it may have a password.
      throw error instanceof SourceUrlError ? new ModelError(`The source ${error.message}.`) : error;
    }
  }
  const path = resolve(from);
  return (await stat(path)).isDirectory() ? folderSource(path) : bundleSource(path);
};
