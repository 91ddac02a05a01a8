import { packedBytes } from '#libs/models/catalogue.js';
import { cataloguesOf } from '#libs/models/catalogues.js';
import { idOf } from '#libs/models/install-model.js';
import { meant, pairOf, textOfName } from '#libs/models/model-name.js';
import { openSource } from '#libs/models/model-source.js';
import { installedModels, installedName, modelsFolderOf } from '#libs/models/models-folder.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { interruptible } from '../interruptible.js';

interface AvailableModel {
  architecture: string;
  name: string;
  download_bytes: number;
  licence: string | null;
  licence_url: string | null;
  installed: boolean;
}

/** Models that are installed, and by pair those that can be, the one that is meant where none is named first. */
export interface ListedModels {
  folder: string;
  installed: {
    id: string;
    model: string;
    name: string;
    size_bytes: number;
    model_sha256: string;
    licence: string | null;
    licence_url: string | null;
    source: string;
    installed_at: string;
  }[];
  /** Folders that should be models and are none. */
  broken: string[];
  available: { pair: string; models: AvailableModel[] }[];
}

/** The models of the folder, and those of the catalogues. Rejects with ModelError where a catalogue cannot be read. */
export const listModels = async (from: string | undefined): Promise<ListedModels> => {
  const settings = readSettings(process.env);
  const folder = modelsFolderOf(settings);
  const { models, broken } = await installedModels(folder);
  const there = new Set(models.map(({ modelId }) => modelId));
  const catalogues = await interruptible(async (signal) =>
    cataloguesOf(await openSource(from ?? settings.TRANSLEDGER_MODELS_MIRROR, signal), settings, signal),
  );
  // Of two of one name the first catalogue's is meant.
  const available = new Map(
    catalogues.flatMap((catalogue) => catalogue.models.map((model) => [idOf(model), model] as const)).reverse(),
  );
  const byPair = Object.groupBy([...available.values()], pairOf);
  return {
    folder,
    installed: models.map((model) => ({
      id: model.modelId,
      model: textOfName(installedName(model)),
      name: model.name,
      size_bytes: model.sizeBytes,
      model_sha256: model.modelSha256,
      licence: model.licence,
      licence_url: model.licenceUrl,
      source: model.source,
      installed_at: model.installedAt,
    })),
    broken,
    available: Object.entries(byPair)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([pair, ofPair = []]) => {
        const [{ source, target } = { source: '', target: '' }] = ofPair;
        const first = meant({ source, target }, ofPair);
        const sorted = [...ofPair].sort((one, other) => Number(other === first) - Number(one === first));
        return {
          pair,
          models: sorted.map((model) => ({
            architecture: model.architecture,
            name: model.name,
            download_bytes: packedBytes(model),
            licence: model.licence,
            licence_url: model.licenceUrl,
            installed: there.has(idOf(model)),
          })),
        };
      }),
  };
};
