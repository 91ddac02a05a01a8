import { FetchError, fetchWhole } from '#libs/platform/outbound-http/fetch-range.js';
import type { CatalogueModel } from './catalogue.js';

/** The bucket that Mozilla trains its models into; `db/models.json` says where in it each lies. */
const bucket = 'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data';
const firefox = 'mozilla/firefox-translations-models';
const maxRegistryBytes = 16 * 1024 ** 2;

type Fields = { [name: string]: unknown };

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The path of a file of that name among those of an entry, below the bucket. */
const pathIn = (files: Fields, file: string): string | undefined =>
  Object.values(files)
    .map((each) => fieldsOf(each).path)
    .find(
      (path): path is string =>
        typeof path === 'string' && path.endsWith(`/${file}`) && /^[\w-][\w.-]*(\/[\w-][\w.-]*)+$/.test(path),
    );

/** Finds a file in the registry of the bucket: that of an entry whose unpacked model is the one of the catalogue. */
export const pathInRegistry = (registry: unknown, model: CatalogueModel, file: string): string | undefined => {
  const entries = fieldsOf(fieldsOf(registry).models)[model.pair];
  if (!Array.isArray(entries) || model.unpacked === undefined) return undefined;
  for (const entry of entries.map(fieldsOf)) {
    const files = fieldsOf(entry.files);
    if (fieldsOf(files.model).uncompressedHash !== model.unpacked.sha256) continue;
    const path = pathIn(files, file);
    if (path !== undefined) return path;
  }
  return undefined;
};

/**
 * The folder of the bucket that has a file of a model; undefined where the bucket has not the same model, or does not answer. Whether the
 * file is the same its packed hash says, once it is there.
 */
export const bucketPlace = async (
  model: CatalogueModel,
  file: string,
  signal: AbortSignal,
): Promise<{ folder: string } | undefined> => {
  if (model.repository?.name !== firefox) return undefined;
  try {
    const text = await fetchWhole({ url: `${bucket}/db/models.json` }, maxRegistryBytes, signal);
    const path = pathInRegistry(JSON.parse(text.toString('utf8')), model, file);
    return path === undefined ? undefined : { folder: `${bucket}/${path.slice(0, path.lastIndexOf('/'))}` };
  } catch (error) {
    if (error instanceof FetchError || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
