import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#libs/platform/config/settings.js';
import { FetchError, fetchWhole } from '#libs/platform/outbound-http/fetch-range.js';
import { sourceUrlOf } from '#libs/platform/outbound-http/source-url.js';
import { type Catalogue, type CatalogueModel, catalogueOf, maxCatalogueBytes } from './catalogue.js';
import { ModelError } from './model-error.js';
import { type ModelName, meant, nearestPairs, pairOf, textOfName } from './model-name.js';
import type { ModelSource } from './model-source.js';

let builtIn: Promise<Catalogue> | undefined;

/** The catalogue of this release. */
export const builtInCatalogue = (): Promise<Catalogue> => {
  builtIn ??= readFile(join(import.meta.dirname, 'firefox-models.asset.json'), 'utf8').then((text) =>
    catalogueOf(text, 'built in'),
  );
  return builtIn;
};

/** @throws ModelError */
const readCatalogue = async (from: string, signal: AbortSignal): Promise<Catalogue> => {
  if (!/^https?:/i.test(from)) return catalogueOf(await readFile(from, 'utf8'), from);
  const place = sourceUrlOf(from);
  try {
    return catalogueOf((await fetchWhole(place, maxCatalogueBytes, signal)).toString('utf8'), place.url);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new ModelError(`The catalogue ${place.url} could not be read: ${error.message}.`, error.mayPass);
  }
};

/** The catalogues that are looked into, one after the other: that of the source alone, where it has one. */
export const cataloguesOf = async (
  source: ModelSource,
  { TRANSLEDGER_MODELS_CATALOGUE: further }: Pick<Settings, 'TRANSLEDGER_MODELS_CATALOGUE'>,
  signal: AbortSignal,
): Promise<Catalogue[]> => {
  if (source.catalogue !== undefined) return [source.catalogue];
  return [...(further === undefined ? [] : [await readCatalogue(further, signal)]), await builtInCatalogue()];
};

/** A model, and the catalogue that it was found in. */
export interface FoundModel {
  model: CatalogueModel;
  catalogue: Catalogue;
}

/** Looks a pair up in the first catalogue that has it. */
export const lookUp = (name: ModelName, catalogues: readonly Catalogue[]): FoundModel | undefined => {
  for (const catalogue of catalogues) {
    const model = meant(name, catalogue.models);
    if (model !== undefined) return { model, catalogue };
  }
  return undefined;
};

/** @throws ModelError that says what there is instead */
export const find = (name: ModelName, catalogues: readonly Catalogue[]): FoundModel => {
  const found = lookUp(name, catalogues);
  if (found !== undefined) return found;
  const models = catalogues.flatMap((catalogue) => catalogue.models);
  const ofPair = models.filter((model) => pairOf(model) === pairOf(name));
  if (ofPair.length > 0) {
    const there = ofPair.map((model) => textOfName(model)).join(', ');
    throw new ModelError(`There is no model ${textOfName(name)}. There is ${there}.`);
  }
  const near = nearestPairs(name, models);
  const what = near.length === 0 ? 'models list names all that there are' : `the nearest are ${near.join(', ')}`;
  throw new ModelError(`There is no model for ${pairOf(name)}; ${what}.`);
};

/** Whether the built-in catalogue has a pair of languages, each as the service writes it. */
export const isInstallable = async ({ source, target }: { source: string; target: string }): Promise<boolean> => {
  const { models } = await builtInCatalogue();
  return models.some((model) => model.source === source && model.target === target);
};
