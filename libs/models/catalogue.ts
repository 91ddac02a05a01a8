import { isLabel } from '#libs/platform/line-text/label.js';
import { ModelError } from './model-error.js';
import type { ModelParts } from './model-manifest.js';
import { modelNameOf } from './model-name.js';

/** A file as it lies at the source; packed where its name ends in `.gz`. */
export interface CatalogueFile {
  size: number;
  sha256: string;
}

export interface CatalogueModel {
  source: string;
  target: string;
  architecture: string;
  /** The pair as the catalogue writes it. */
  pair: string;
  name: string;
  /** Path below the source. */
  folder: string;
  /** The unpacked model, where the catalogue says it. */
  unpacked: { bytes: number; sha256: string } | undefined;
  files: Readonly<Record<string, CatalogueFile>>;
  licence: string | null;
  licenceUrl: string | null;
  /** Repository whose Git LFS files these are, and its commit. */
  repository: { name: string; commit: string } | undefined;
}

/** Models that can be installed, in the shape of `firefox-models.asset.json`. */
export interface Catalogue {
  /** How it is named to people. */
  name: string;
  models: readonly CatalogueModel[];
}

const maxModels = 10_000;
const maxFiles = 16;
const maxFileBytes = 2 * 1024 ** 3;
/** Largest catalogue, in bytes. */
export const maxCatalogueBytes = 16 * 1024 ** 2;

const partName = '[A-Za-z0-9][A-Za-z0-9._-]{0,120}';
const fileForm = new RegExp(`^${partName}$`);
const folderForm = new RegExp(`^${partName}(/${partName}){0,7}$`);
const architectureForm = /^[a-z0-9][a-z0-9-]{0,30}$/;
const sha256Form = /^[0-9a-f]{64}$/;
const firefox = 'mozilla/firefox-translations-models';

type Fields = { [name: string]: unknown };

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const isSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxFileBytes;

const isSha256 = (value: unknown): value is string => typeof value === 'string' && sha256Form.test(value);

const textIn = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

const labelIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isLabel(value, 100) ? value : undefined;

const linkIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 500 && URL.canParse(value) && /^https?:/.test(value) ? value : null;

/** The name of a file once it is unpacked. */
export const unpackedName = (file: string): string => file.replace(/\.gz$/, '');

const partForms = {
  model: /^model\..+\.bin$/,
  shortlist: /^lex\..+\.bin$/,
  shared: /^vocab\..+\.spm$/,
  ofSource: /^srcvocab\..+\.spm$/,
  ofTarget: /^trgvocab\..+\.spm$/,
};

/** The part that each file has in a model, by its unpacked name; undefined where a part is missing, or is there twice. */
export const partsOf = (files: readonly string[]): ModelParts | undefined => {
  const names = files.map(unpackedName);
  const of = (part: keyof typeof partForms) => names.filter((name) => partForms[part].test(name));
  const [models, shortlists, shared] = [of('model'), of('shortlist'), of('shared')];
  const [ofSource, ofTarget] = [of('ofSource'), of('ofTarget')];
  const [model, shortlist] = [models[0], shortlists[0]];
  const isOneModel = models.length === 1 && shortlists.length <= 1;
  const isShared = shared.length === 1 && ofSource.length + ofTarget.length === 0;
  const isApart = shared.length === 0 && ofSource.length === 1 && ofTarget.length === 1;
  if (model === undefined || !isOneModel || !(isShared || isApart)) return undefined;
  const vocabularies = isShared ? shared : [...ofSource, ...ofTarget];
  return { model, vocabularies, ...(shortlist !== undefined && { shortlist }) };
};

const nameOf = (fields: Fields, isFirefox: boolean, pair: string, architecture: string): string => {
  const version = labelIn(fields.version);
  const said = isFirefox ? undefined : labelIn(fields.name);
  return said ?? [...(isFirefox ? ['Firefox'] : []), pair, architecture, ...(version ? [version] : [])].join(' ');
};

/** The files that have a part in the model; those that have none, such as of estimated quality, are left out. */
const filesIn = (value: unknown): Record<string, CatalogueFile> | undefined => {
  const entries = Object.entries(fieldsOf(value));
  if (entries.length > maxFiles) return undefined;
  const files: Record<string, CatalogueFile> = {};
  for (const [file, about] of entries) {
    const isPart = Object.values(partForms).some((form) => form.test(unpackedName(file)));
    if (!isPart) continue;
    const { size, sha256 } = fieldsOf(about);
    if (!fileForm.test(file) || !isSize(size) || !isSha256(sha256)) return undefined;
    files[file] = { size, sha256 };
  }
  return partsOf(Object.keys(files)) === undefined ? undefined : files;
};

const modelIn = (value: unknown, whole: Fields): CatalogueModel | undefined => {
  const fields = fieldsOf(value);
  const pair = typeof fields.pair === 'string' ? fields.pair : '';
  const name = modelNameOf(pair);
  const architecture = textIn(fields.architecture, architectureForm);
  const folder = textIn(fields.folder, folderForm);
  const files = filesIn(fields.files);
  if (!name || name.architecture !== undefined || !architecture || !folder || !files) return undefined;
  const unpacked = fields.model === undefined || fields.model === null ? undefined : fieldsOf(fields.model);
  const { bytes, sha256 } = unpacked ?? {};
  if (unpacked !== undefined && !(isSize(bytes) && isSha256(sha256))) return undefined;
  const repository = textIn(whole.source, /^[\w.-]{1,100}\/[\w.-]{1,100}$/);
  const commit = textIn(whole.commit, /^[0-9a-f]{40}$/);
  return {
    ...{ source: name.source, target: name.target, architecture, pair, folder, files },
    name: nameOf(fields, repository === firefox, `${name.source}-${name.target}`, architecture),
    unpacked: isSize(bytes) && isSha256(sha256) ? { bytes, sha256 } : undefined,
    licence: labelIn(fields.licence) ?? labelIn(whole.licence) ?? null,
    licenceUrl: linkIn(fields.licence_url) ?? linkIn(whole.licence_url),
    repository: repository !== undefined && commit !== undefined ? { name: repository, commit } : undefined,
  };
};

/** @throws ModelError for a text that is no catalogue, or has a model that could not be installed as it says */
export const catalogueOf = (text: string, name: string): Catalogue => {
  const value = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw new ModelError(`The catalogue ${name} is no JSON.`);
    }
  })();
  const whole = fieldsOf(value);
  if (!Array.isArray(whole.models)) throw new ModelError(`The catalogue ${name} has no list "models".`);
  if (whole.models.length > maxModels) throw new ModelError(`The catalogue ${name} has more than ${maxModels} models.`);
  const models = whole.models.map((each: unknown, index) => {
    const model = modelIn(each, whole);
    if (model !== undefined) return model;
    throw new ModelError(
      `Model ${index + 1} of the catalogue ${name} cannot be used: it needs pair, architecture, folder, and files (one model.*.bin, vocab.*.spm or both srcvocab.*.spm and trgvocab.*.spm, at most one lex.*.bin) with size and sha256.`,
    );
  });
  return { name, models };
};

/** Bytes that are fetched for a model. */
export const packedBytes = ({ files }: CatalogueModel): number =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0);

/** Bytes of a model once it is unpacked; where the catalogue does not say it, a guess from above. */
export const unpackedBytes = ({ files, unpacked }: CatalogueModel): number =>
  Object.entries(files).reduce((sum, [file, { size }]) => {
    if (partForms.model.test(unpackedName(file)) && unpacked !== undefined) return sum + unpacked.bytes;
    return sum + (file.endsWith('.gz') ? 4 * size : size);
  }, 0);

/** Bytes that an unpacked file may have at most. */
export const maxUnpackedBytes = ({ files, unpacked }: CatalogueModel, file: string): number => {
  if (partForms.model.test(unpackedName(file)) && unpacked !== undefined) return unpacked.bytes;
  return file.endsWith('.gz') ? 256 * 1024 ** 2 : (files[file]?.size ?? 0);
};

/** Hash that the unpacked file has to have, where the catalogue says it. */
export const unpackedHash = ({ unpacked }: CatalogueModel, file: string): string | undefined =>
  partForms.model.test(unpackedName(file)) ? unpacked?.sha256 : undefined;
