import { hasModels, modelsFolderOf } from '#libs/models/models-folder.js';
import { every } from '#libs/platform/async/every.js';
import { type Settings, usesInferenceProcess } from '#libs/platform/config/settings.js';
import type { RoleProcess } from './role-process.js';

/** Milliseconds between two looks at the folder of models. */
const lookEveryMs = 1_000;
/** Milliseconds without a model after which the process ends: an update takes one away before the next has its place. */
const maxEmptyMs = 10_000;
const firstRetryMs = 1_000;
const maxRetryMs = 30_000;

export interface InferenceRoleOptions {
  process: Pick<RoleProcess, 'start' | 'stop'>;
  /** Whether a model is installed. */
  isNeeded: () => Promise<boolean>;
  say: (line: string) => void;
  now?: () => number;
}

/** Settings of the process alone: it listens where the service looks for it, and the service installs models itself. */
export const inferenceRoleSettings = { TRANSLEDGER_INFERENCE_LISTEN: '', TRANSLEDGER_MODELS: '' };

/** Variables of the environment that the inference process is given: none of the service's secrets, of which it needs none. */
const inferenceVariables: ReadonlySet<string> = new Set([
  ...[
    'HOME',
    'LANG',
    'LC_ALL',
    'LD_LIBRARY_PATH',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
    'PATH',
    'TMPDIR',
    'TZ',
  ],
  ...['TRANSLEDGER_DATA_DIR', 'TRANSLEDGER_DISK_RESERVE', 'TRANSLEDGER_INFERENCE_LISTEN', 'TRANSLEDGER_LOG_LEVEL'],
  ...['TRANSLEDGER_METRICS_HOST', 'TRANSLEDGER_METRICS_PORT', 'TRANSLEDGER_MODELS', 'TRANSLEDGER_MODELS_CATALOGUE'],
  ...['TRANSLEDGER_MODELS_DIR', 'TRANSLEDGER_MODELS_MEMORY', 'TRANSLEDGER_MODELS_MIRROR'],
]);

/** The part of the service's environment that an inference process is given. */
export const inferenceEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => inferenceVariables.has(name)));

/** Whether models that are installed here are run by a process of this service. */
export const runsOwnModels = (settings: Settings): boolean =>
  usesInferenceProcess(settings) && settings.TRANSLEDGER_INFERENCE_URLS.length === 0;

/** Whether a model is installed in the folder of the settings. */
export const isModelInstalled = (settings: Settings) => () => hasModels(modelsFolderOf(settings));

/** Runs the inference process while a model is installed, and not otherwise. The service goes on without it where it does not start. */
export class InferenceRole {
  private readonly stopping = new AbortController();
  private looking: Promise<void> = Promise.resolve();
  private isRunning = false;
  private neededAt = 0;
  private retryAt = Number.NEGATIVE_INFINITY;
  private retryMs = firstRetryMs;
  private readonly now: () => number;

  constructor(private readonly options: InferenceRoleOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** Resolves when the process is ready, or is not needed yet, or could not be started yet. */
  async start(): Promise<void> {
    await this.look();
    this.looking = every(lookEveryMs, { signal: this.stopping.signal, onFault: () => undefined }, () => this.look());
  }

  /** Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.options.process.stop();
    await this.looking;
    // It may have been starting.
    await this.options.process.stop();
  }

  private async look(): Promise<void> {
    if (await this.options.isNeeded()) {
      this.neededAt = this.now();
      if (!this.isRunning && this.now() >= this.retryAt) await this.begin();
    } else if (this.isRunning && this.now() - this.neededAt > maxEmptyMs) {
      await this.options.process.stop();
      this.isRunning = false;
      this.options.say('The inference process has ended: no model is installed');
    }
  }

  private async begin(): Promise<void> {
    const { process, say } = this.options;
    if (this.stopping.signal.aborted) return;
    const since = this.now();
    try {
      await process.start();
      this.isRunning = true;
      this.retryMs = firstRetryMs;
      say(`✓ Starting inference, for a model is installed (${((this.now() - since) / 1_000).toFixed(1)} s)`);
    } catch (error) {
      await process.stop();
      if (this.stopping.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      say(`! ${reason} The inference process is started again in ${this.retryMs / 1_000} s`);
      this.retryAt = this.now() + this.retryMs;
      this.retryMs = Math.min(2 * this.retryMs, maxRetryMs);
    }
  }
}
