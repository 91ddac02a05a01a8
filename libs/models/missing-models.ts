import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import type { CatalogueModel } from './catalogue.js';
import { cataloguesOf, find } from './catalogues.js';
import { type CheckModel, checkModel } from './check-model.js';
import { type InstallOptions, idOf, installModel, reserveOf } from './install-model.js';
import { ModelError } from './model-error.js';
import { type ModelName, modelNameOf, textOfName } from './model-name.js';
import { openSource } from './model-source.js';
import { modelsFolderOf, readManifest } from './models-folder.js';

export interface MissingModelsOptions extends Pick<InstallOptions, 'times' | 'retryDelayMs'> {
  /** Ends it: what came of a model so far is kept for the next start. */
  signal: AbortSignal;
  /** Is told, in a line each, what is begun, what is installed and what could not be. */
  say: (line: string) => void;
  check?: CheckModel;
  /** Milliseconds until models that could not be had are tried again; doubled each time up to `maxAgainMs`. */
  againMs?: number;
  /** Milliseconds between two lines about a download; 10,000 when absent. */
  sayEveryMs?: number;
}

const maxAgainMs = 15 * 60_000;

/** Whether to try it again: what is wrong with a name, a catalogue or a file stays wrong. */
const mayPass = (error: unknown): boolean => !(error instanceof ModelError) || error.mayPass;

const reasonOf = (error: unknown): string => {
  if (error instanceof ModelError) return error.message;
  return `its folder cannot be used (${errorCodeOf(error) ?? String(error)}).`;
};

/** Says from time to time how far a download is. */
const sayProgress = (name: string, { say, sayEveryMs = 10_000 }: MissingModelsOptions) => {
  let saidAt = performance.now();
  return (done: number, total: number): void => {
    if (performance.now() - saidAt < sayEveryMs) return;
    saidAt = performance.now();
    say(`… ${name}: ${Math.floor((100 * done) / total)} % of ${Math.ceil(total / 1_000_000)} MB`);
  };
};

/** Installs one model, unless it is there. */
const installOne = async (name: ModelName, settings: Settings, options: MissingModelsOptions): Promise<void> => {
  const { signal, say, check = checkModel, times, retryDelayMs } = options;
  const folder = modelsFolderOf(settings);
  const source = await openSource(settings.TRANSLEDGER_MODELS_MIRROR, signal);
  const { model } = find(name, await cataloguesOf(source, settings, signal));
  if (await isThere(folder, model)) return;
  say(
    `Installing the model ${model.name}${model.licence === null ? '' : ` (${model.licence})`} from ${source.describe(model)}`,
  );
  const { sample } = await installModel(model, {
    ...{ folder, source, check, signal, reserveBytes: await reserveOf(settings) },
    onProgress: sayProgress(model.name, options),
    onWait: ({ pid, host }) => say(`Process ${pid} of ${host} is changing the models; waiting for it`),
    ...(times && { times }),
    ...(retryDelayMs !== undefined && { retryDelayMs }),
  });
  if (sample !== undefined) say(`✓ The model ${model.name} is installed`);
};

/** Any model of that id: an update is the operator's to ask for. */
const isThere = async (folder: string, model: CatalogueModel): Promise<boolean> =>
  (await readManifest(folder, idOf(model))) !== undefined;

/**
 * Installs the models that `TRANSLEDGER_MODELS` names and that are not installed, one after the other, and tries those again that could
 * not be had because a source was away or a disk full. Resolves when all are there, or cannot be, or the signal has ended it; it never
 * rejects.
 */
export const installMissingModels = async (settings: Settings, options: MissingModelsOptions): Promise<void> => {
  const { signal, say, againMs = 30_000 } = options;
  let missing = settings.TRANSLEDGER_MODELS.flatMap((text) => modelNameOf(text) ?? []);
  for (let delay = againMs; missing.length > 0; delay = Math.min(2 * delay, maxAgainMs)) {
    const again: ModelName[] = [];
    for (const name of missing) {
      try {
        await installOne(name, settings, options);
      } catch (error) {
        if (signal.aborted) return;
        const isAgain = mayPass(error);
        if (isAgain) again.push(name);
        const then = isAgain ? ` It is tried again in ${Math.ceil(delay / 1_000)} s.` : '';
        say(`! The model ${textOfName(name)} was not installed: ${reasonOf(error)}${then}`);
      }
    }
    missing = again;
    if (missing.length > 0) await pause(delay, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
};
