import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { packedBytes, partsOf, unpackedBytes, unpackedName } from '#libs/models/catalogue.js';
import { cataloguesOf, type FoundModel, find, lookUp } from '#libs/models/catalogues.js';
import { checkModel, type TranslatedSample } from '#libs/models/check-model.js';
import { idOf, installModel, isSameModel, reserveOf } from '#libs/models/install-model.js';
import { ModelError } from '#libs/models/model-error.js';
import { type ModelSource, openSource } from '#libs/models/model-source.js';
import { installedModels, installedName, modelsFolderOf } from '#libs/models/models-folder.js';
import { readSettings, type Settings } from '#libs/platform/config/settings.js';
import { interruptible } from '../interruptible.js';
import { endProgress, print, progressBar, progressLine } from '../output.js';
import { installedOf, nameIn } from './installed-models.js';
import type { AskOptions } from './models.commands.js';

/** A model that may be installed, as it is shown before anybody agrees to it. */
interface ShownModel {
  id: string;
  name: string;
  licence: string | null;
  licence_url: string | null;
  download_bytes: number;
  disk_bytes: number;
  /** SHA-256 of the model itself: unpacked where the catalogue says it, else as it is fetched. */
  sha256: string;
  source: string;
  catalogue: string;
}

interface Result extends ShownModel {
  installed: boolean;
  /** SHA-256 of all of its files, once it is installed. */
  model_sha256: string | null;
  sample: TranslatedSample | null;
}

const kept = 'what came of it is kept for the next time, and no model is half in use';

const shown = ({ model, catalogue }: FoundModel, source: ModelSource): ShownModel => {
  const { model: main } = partsOf(Object.keys(model.files)) ?? {};
  const packed = Object.entries(model.files).find(([file]) => unpackedName(file) === main)?.[1];
  return {
    id: idOf(model),
    name: model.name,
    licence: model.licence,
    licence_url: model.licenceUrl,
    download_bytes: packedBytes(model),
    disk_bytes: unpackedBytes(model),
    sha256: model.unpacked?.sha256 ?? packed?.sha256 ?? '',
    source: source.describe(model),
    catalogue: catalogue.name,
  };
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const linesOf = (model: ShownModel): string[] => [
  model.name,
  `  Licence    ${[model.licence ?? 'none is named', model.licence_url].filter(Boolean).join('  ')}`,
  `  Size       ${megabytes(model.download_bytes)} to fetch, about ${megabytes(model.disk_bytes)} on the disk`,
  `  SHA-256    ${model.sha256}`,
  `  Source     ${model.source}`,
  `  Catalogue  ${model.catalogue}`,
];

/** Asks on the terminal; without one nobody can agree. */
const isAgreed = async (count: number, signal: AbortSignal): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While a line is read, the terminal makes no signal of Ctrl-C.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await terminal.question(`Install ${count === 1 ? 'it' : `these ${count}`}? [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
};

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** The bar of one download, on a line of its own until it ends. */
class Bar {
  private isShown = false;

  constructor(private readonly name: string) {}

  show(done: number, total: number): void {
    this.isShown = true;
    progressLine(`${this.name}  ${progressBar(done, total)}`);
  }

  end(): void {
    if (this.isShown) endProgress();
    this.isShown = false;
  }
}

interface Asked extends AskOptions {
  command: Command;
  settings: Settings;
  source: ModelSource;
  signal: AbortSignal;
}

const isJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

const samplesOf = ({ name, id, sample, installed }: Result): string[] => {
  if (!installed) return [];
  if (sample === null) return [`✓ ${name} is installed already (${id})`];
  return [`✓ ${name} is installed (${id})`, `  ${sample.source} → ${sample.target}`];
};

/** Shows models, asks, and installs them one after the other. Those that are there already are named and left. */
const installAgreed = async (
  found: readonly FoundModel[],
  { command, settings, source, signal, yes }: Asked,
): Promise<void> => {
  const folder = modelsFolderOf(settings);
  const { models: installed } = await installedModels(folder);
  const plans = found.map((each) => {
    const there = installed.find(({ modelId }) => modelId === idOf(each.model));
    const same = there !== undefined && isSameModel(there, each.model) ? there : undefined;
    return { ...each, shown: shown(each, source), same };
  });
  const missing = plans.filter(({ same }) => same === undefined);
  // With --json, standard output is for the result alone.
  const tell = isJson(command) ? say : (line: string) => print(command, undefined, () => [line]);
  for (const { shown: model } of missing) for (const line of linesOf(model)) tell(line);
  const agreed = missing.length === 0 || yes === true || (await isAgreed(missing.length, signal));
  const results: Result[] = [];
  for (const { model, shown: about, same } of plans) {
    if (same !== undefined || !agreed) {
      results.push({ ...about, installed: same !== undefined, model_sha256: same?.modelSha256 ?? null, sample: null });
      continue;
    }
    const bar = new Bar(model.name);
    const { manifest, sample } = await installModel(model, {
      ...{ folder, source, signal, check: checkModel, reserveBytes: await reserveOf(settings) },
      onWait: ({ pid, host }) => say(`Process ${pid} of ${host} is changing the models; waiting for it.`),
      onProgress: (done, total) => bar.show(done, total),
      onStep: () => bar.end(),
    }).finally(() => bar.end());
    results.push({ ...about, installed: true, model_sha256: manifest.modelSha256, sample: sample ?? null });
  }
  print(command, { models: results }, () => results.flatMap(samplesOf));
  if (agreed) return;
  const why =
    process.stdin.isTTY && process.stderr.isTTY ? '' : ' Nobody can be asked here: say --yes to accept the licence.';
  say(`✗ Nothing was installed.${why}`);
  process.exitCode = 1;
};

/** Opens the source and looks into its catalogues. */
const withCatalogues = (
  options: AskOptions,
  command: Command,
  work: (asked: Asked, catalogues: Awaited<ReturnType<typeof cataloguesOf>>) => Promise<void>,
): Promise<void> =>
  interruptible(async (signal) => {
    const settings = readSettings(process.env);
    const source = await openSource(options.from ?? settings.TRANSLEDGER_MODELS_MIRROR, signal);
    await work({ ...options, command, settings, source, signal }, await cataloguesOf(source, settings, signal));
  }, kept);

/** Installs the models that are named, or all of a bundle. Rejects with ModelError. */
export const addModels = (names: readonly string[], options: AskOptions, command: Command): Promise<void> =>
  withCatalogues(options, command, async (asked, catalogues) => {
    const { isBundle, catalogue } = asked.source;
    if (names.length === 0 && !isBundle)
      throw new ModelError('Say which models: such as models add en-de. Of a bundle all are meant.');
    const named = new Map(
      names.map((text) => find(nameIn(text), catalogues)).map((found) => [idOf(found.model), found] as const),
    );
    const all = catalogue?.models.map((model) => ({ model, catalogue })) ?? [];
    await installAgreed(names.length === 0 ? all : [...named.values()], asked);
  });

/** Installs what catalogues have of installed models with other hashes. Rejects with ModelError. */
export const updateModels = (names: readonly string[], options: AskOptions, command: Command): Promise<void> =>
  withCatalogues(options, command, async (asked, catalogues) => {
    const { models } = await installedModels(modelsFolderOf(asked.settings));
    const meant = names.length === 0 ? models : [...new Set(names.flatMap((text) => installedOf(text, models)))];
    const changed = meant.flatMap((model) => {
      const found = lookUp(installedName(model), catalogues);
      return found !== undefined && !isSameModel(model, found.model) ? found : [];
    });
    if (changed.length > 0) return installAgreed(changed, asked);
    print(command, { models: [] }, () => [
      models.length === 0 ? 'No model is installed.' : 'The installed models are those of the catalogue.',
    ]);
  });
