import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf, entriesOf, type TarEntry, TarError, tarOf } from '#libs/platform/tar/tar.js';
import { type Catalogue, catalogueOf, maxCatalogueBytes } from './catalogue.js';
import { ModelError } from './model-error.js';
import type { ModelManifest } from './model-manifest.js';

/** The entry that says what a bundle holds; the file of that name says it in a folder, or below a URL. */
export const catalogueName = 'catalogue.json';

/** A bundle, and where in it each file begins, by its path. */
export interface Bundle {
  catalogue: Catalogue;
  offsets: ReadonlyMap<string, number>;
}

const maxEntries = 1_000;
const readSize = 1024 * 1024;

const skip = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of chunks);
};

const scan = async (
  file: string,
): Promise<{ catalogue: Buffer; entries: Map<string, { offset: number; size: number }> }> => {
  const entries = new Map<string, { offset: number; size: number }>();
  let catalogue: Buffer | undefined;
  for await (const { path, content, offset } of entriesOf(createReadStream(file, { highWaterMark: readSize }))) {
    if (content === undefined) throw new TarError('It has a folder; a bundle has files alone.');
    if (entries.has(path) || (path === catalogueName && catalogue !== undefined))
      throw new TarError('It has a file twice.');
    if (path === catalogueName) {
      if (content.size > maxCatalogueBytes) throw new TarError('Its catalogue is too large.');
      catalogue = await bytesOf(content.chunks);
      continue;
    }
    if (entries.size === maxEntries) throw new TarError(`It has more than ${maxEntries} files.`);
    entries.set(path, { offset, size: content.size });
    await skip(content.chunks);
  }
  if (catalogue === undefined) throw new TarError(`It has no ${catalogueName}.`);
  return { catalogue, entries };
};

const checked = async (file: string, name: string): Promise<Bundle> => {
  const { catalogue: text, entries } = await scan(file);
  const catalogue = catalogueOf(text.toString('utf8'), `of the bundle ${name}`);
  const offsets = new Map<string, number>();
  for (const { folder, files } of catalogue.models)
    for (const [each, { size }] of Object.entries(files)) {
      const path = `${folder}/${each}`;
      const found = entries.get(path);
      if (found === undefined) throw new TarError(`Its catalogue has ${path}, and it has not.`);
      if (found.size !== size)
        throw new TarError(`${path} has ${found.size} bytes, and not the ${size} of its catalogue.`);
      offsets.set(path, found.offset);
    }
  const [stranger] = [...entries.keys()].filter((path) => !offsets.has(path));
  if (stranger !== undefined) throw new TarError(`It has ${JSON.stringify(stranger)}, which its catalogue has not.`);
  return { catalogue, offsets };
};

/**
 * Reads a bundle through: the files that its catalogue has, whole, and nothing else. Hashes are checked when a file is installed.
 * @throws ModelError
 */
export const openBundle = async (file: string, name: string): Promise<Bundle> => {
  if (!(await stat(file)).isFile()) throw new ModelError(`The bundle ${name} is no file.`);
  try {
    return await checked(file, name);
  } catch (error) {
    if (error instanceof TarError) throw new ModelError(`The bundle ${name} cannot be used. ${error.message}`);
    throw error;
  }
};

/** The catalogue of installed models: their files lie unpacked in a folder of each, named as its id. */
const catalogueText = (models: readonly ModelManifest[], sizes: ReadonlyMap<string, number>): string => {
  const entries = models.map((model) => ({
    pair: `${model.sourceLanguages.join()}-${model.targetLanguages.join()}`,
    architecture: model.architecture,
    name: model.name,
    folder: model.modelId,
    licence: model.licence,
    licence_url: model.licenceUrl,
    files: Object.fromEntries(
      Object.entries(model.files).map(([file, sha256]) => [
        file,
        { sha256, size: sizes.get(`${model.modelId}/${file}`) },
      ]),
    ),
  }));
  return `${JSON.stringify({ models: entries }, null, 1)}\n`;
};

const given = async function* (content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
};

/**
 * Writes installed models of a folder as a bundle, byte by byte the same for the same models. Unpacked, it is a folder that they can be
 * installed from too.
 */
export const bundleOf = async function* (
  folder: string,
  installed: readonly ModelManifest[],
): AsyncGenerator<Uint8Array> {
  const models = [...installed].sort((one, other) => (one.modelId < other.modelId ? -1 : 1));
  const paths = models.flatMap(({ modelId, files }) =>
    Object.keys(files)
      .sort()
      .map((file) => `${modelId}/${file}`),
  );
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(path, (await stat(join(folder, path))).size);
  const catalogue = Buffer.from(catalogueText(models, sizes));
  const entries = async function* (): AsyncGenerator<TarEntry> {
    yield { path: catalogueName, content: { size: catalogue.length, chunks: given(catalogue) } };
    for (const path of paths) {
      const chunks = createReadStream(join(folder, path), { highWaterMark: readSize });
      yield { path, content: { size: sizes.get(path) ?? 0, chunks } };
    }
  };
  yield* tarOf(entries());
};
