import type { TritonClient } from '@transledger/triton-client';
import type { ModelConfig } from '@transledger/triton-client/model-config';
import { TritonError } from '@transledger/triton-client/triton-error';
import { backoff } from '#libs/platform/async/backoff.js';
import { SingleFlight } from '#libs/platform/async/single-flight.js';
import type { LanguagePair } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { ModelCatalogue } from './model-catalogue.js';
import { haveOneContract, inCommon } from './models-in-common.js';
import { type TranslationModel, translationModelOf } from './translation-model.js';

export interface DiscoveryOptions {
  urls: readonly string[];
  refreshMs: number;
  /** Milliseconds that a look at a server may take. */
  timeoutMs: number;
  /** Called once for each fault, until it is repaired. */
  onFault: (error: Error) => void;
}

/** Models of a server; undefined while it does not answer. */
interface ServerModels {
  configs: readonly ModelConfig[] | undefined;
  /** Version of the server, as it named it when it came. */
  version: string | undefined;
  failures: number;
  /** Reason why the server did not answer. */
  reason: string | undefined;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error');

/** The first that takes parameters of requests; none but 2.51 was tried. */
const oldest = [2, 32] as const;

/** A version in another form than Triton's is that of another server of the protocol, and is trusted. */
const assertNewEnough = (version: string): void => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  if (major === undefined || minor === undefined) return;
  const isTooOld = Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1]);
  if (isTooOld) throw new Error(`Triton ${version} is too old, ${oldest.join('.')} is the oldest`);
};

/**
 * Timeouts in a row before a server that its client has given up counts as unavailable. While the client reaches it, the
 * server is only busy: it keeps its models, or load would take them away from everybody.
 */
const toleratedTimeouts = 1;
const firstRetryMs = 250;

/** Keeps the catalogue in step with the servers: looks at every one of them again and again. */
export class ModelDiscovery {
  catalogue = new ModelCatalogue([]);
  private servers: ReadonlyMap<string, ServerModels>;
  private known = new Set<string>();
  private reported = new Set<string>();
  private failedRounds = 0;
  private readonly rounds = new SingleFlight(() => this.look().finally(() => this.schedule()));
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Settles when every server has been asked once; never rejects. */
  readonly first: Promise<void>;

  constructor(
    private readonly client: TritonClient,
    private readonly options: DiscoveryOptions,
  ) {
    this.servers = new Map(
      options.urls.map((url) => [url, { configs: undefined, version: undefined, failures: 0, reason: undefined }]),
    );
    this.first = this.refresh();
  }

  /** Looks at once, or waits for the look that is under way. */
  refresh(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    clearTimeout(this.timer);
    return this.rounds.run();
  }

  /** Whether some server had the pair since this process began. */
  hasSeen(pair: LanguagePair): boolean {
    return this.known.has(pairKey(pair));
  }

  /** Version of a server; undefined for one that has not answered yet. */
  versionOf(url: string): string | undefined {
    return this.servers.get(url)?.version;
  }

  /** Fault and remedy, where no model can be used. */
  get reason(): string | undefined {
    if (this.catalogue.pairs.length > 0) return undefined;
    const away = [...this.servers].filter(([, { configs }]) => configs === undefined);
    if (away.length === this.servers.size) {
      const why = away.map(([url, { reason }]) => `${url}: ${reason ?? 'not asked yet'}`).join('; ');
      return `No Triton server answers (${why}). Start one, or correct TRITON_URLS.`;
    }
    const [fault] = this.reported;
    return fault === undefined
      ? 'The Triton servers have no ready model with the parameter transledger. Load one: see infra/triton/README.md.'
      : `The Triton servers have no model that can be used. ${fault}. Correct its config.pbtxt: see infra/triton/README.md.`;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.catalogue = new ModelCatalogue([]);
  }

  /**
   * Schedules the next look: sooner while a server does not answer; jittered, so that the nodes of a cluster do not ask
   * all at once.
   */
  private schedule(): void {
    if (this.isClosed) return;
    const { refreshMs } = this.options;
    const wait =
      this.failedRounds === 0
        ? refreshMs * (0.75 + Math.random() / 2)
        : backoff(this.failedRounds, { firstMs: firstRetryMs, maxMs: refreshMs });
    this.timer = setTimeout(() => void this.refresh(), wait);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const servers = await Promise.all(
      this.options.urls.map(async (url) => [url, await this.lookAt(url, this.servers.get(url))] as const),
    );
    if (this.isClosed) return;
    this.servers = new Map(servers);
    this.failedRounds = servers.some(([, { failures }]) => failures > 0) ? Math.min(this.failedRounds + 1, 20) : 0;
    const faults = new Map<string, Error>();
    const models = this.modelsOf(faults);
    this.catalogue = new ModelCatalogue(models);
    for (const pair of this.catalogue.pairs) this.known.add(pairKey(pair));
    const fresh = [...faults].filter(([message]) => !this.reported.has(message));
    this.reported = new Set(faults.keys());
    for (const [, error] of fresh) this.options.onFault(error);
  }

  private async lookAt(url: string, last: ServerModels | undefined): Promise<ServerModels> {
    const end = performance.now() + this.options.timeoutMs;
    const call = () => ({ host: url, deadlineMs: Math.max(1, end - performance.now()) });
    try {
      // A server that was away may have come back as another. Both at once: a look has little time.
      const known = last?.configs === undefined ? this.client.serverMetadata(call()) : undefined;
      const asked = this.client.repositoryIndex({ ...call(), readyOnly: true });
      const [server, index] = await Promise.all([known, asked]);
      if (server !== undefined) assertNewEnough(server.version);
      const names = new Set(index.map(({ name }) => name));
      const configs = await Promise.all([...names].map((name) => this.configOf(name, call())));
      const version = server?.version ?? last?.version;
      return { configs: configs.filter((config) => config !== undefined), version, failures: 0, reason: undefined };
    } catch (error) {
      const failures = (last?.failures ?? 0) + 1;
      const isSlow = error instanceof TritonError && error.kind === 'deadline-exceeded';
      const configs = isSlow && (failures <= toleratedTimeouts || this.isReached(url)) ? last?.configs : undefined;
      return { configs, version: last?.version, failures, reason: wordsOf(error) };
    }
  }

  private isReached(url: string): boolean {
    const host = this.client.hosts().find((one) => one.url === url);
    return host?.state === 'up' || host?.state === 'not-ready';
  }

  /** Reads a model's configuration; undefined for a model that is gone since it was listed. */
  private async configOf(name: string, call: { host: string; deadlineMs: number }): Promise<ModelConfig | undefined> {
    try {
      return await this.client.modelConfig(name, call);
    } catch (error) {
      const isGone =
        error instanceof TritonError && (error.kind === 'model-not-found' || error.kind === 'model-not-ready');
      if (isGone) return undefined;
      throw error;
    }
  }

  /**
   * Returns the models of all servers, by name. A model that differs between servers offers only the features that all
   * of them have.
   */
  private modelsOf(faults: Map<string, Error>): TranslationModel[] {
    const models = new Map<string, TranslationModel>();
    for (const [url, { configs = [] }] of this.servers) {
      const streaming = new Set(
        configs.filter((config) => config.model_transaction_policy?.decoupled).map(({ name }) => name),
      );
      const fault = (name: string, what: string): void => {
        const message = `The model ${name} on ${url} cannot be used as it is: ${what}`;
        faults.set(message, new Error(message));
      };
      for (const config of configs) {
        const model = readModel(config, (what) => fault(config.name, what));
        if (model === undefined) continue;
        const { streamModel } = model;
        if (streamModel !== undefined && !streaming.has(streamModel)) {
          fault(model.name, `its stream model ${streamModel} is not there, not ready or not decoupled`);
          model.streamModel = undefined;
        }
        const other = models.get(model.name);
        if (other !== undefined && !haveOneContract(other, model)) {
          fault(model.name, 'another server has a model of this name with another contract');
        }
        models.set(model.name, other === undefined ? model : inCommon(other, model));
      }
    }
    return [...models.values()].filter(({ pairs }) => pairs.length > 0);
  }
}

const readModel = (config: ModelConfig, fault: (what: string) => void): TranslationModel | undefined => {
  try {
    return translationModelOf(config);
  } catch (error) {
    fault(wordsOf(error));
    return undefined;
  }
};
