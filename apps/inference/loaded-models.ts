import type { TranslateOptions, Translation } from '@transledger/marian';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { ModelMissingError } from '#libs/ports/inference/marian/inference-protocol.js';
import type { FoundModel } from './installed-models.js';

/** A model in memory. */
export interface LoadedModel {
  translate(text: string, options: TranslateOptions): Promise<Translation>;
  close(): Promise<void>;
}

export interface LoadedModelsOptions {
  /** Bytes that all loaded models may take. */
  memory: number;
  /** Bytes that a model takes, its threads included. */
  bytesOf: (model: FoundModel) => number;
  load: (model: FoundModel) => Promise<LoadedModel>;
  /** Whether sentences wait for the model, which then is not unloaded for another at once. */
  isAwaited: (sha256: string) => boolean;
  onLoaded: (sha256: string) => void;
  /** Sentences of it have to wait again: another model has its turn. */
  onLeaving: (sha256: string) => void;
  onFailed: (sha256: string, error: ModelUnavailableError) => void;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  now?: () => number;
}

interface Entry {
  model: FoundModel;
  bytes: number;
  state: 'absent' | 'loading' | 'loaded' | 'leaving' | 'closing';
  loaded: LoadedModel | undefined;
  /** Batches that it translates now. */
  running: number;
  loadedAt: number;
  usedAt: number;
  isInstalled: boolean;
  failure: { error: ModelUnavailableError; at: number } | undefined;
}

/** Milliseconds that a model with work stays in memory while another waits for its room. */
const minStayMs = 2_000;
/** Milliseconds after which a model that could not be loaded is tried again. */
const retryAfterMs = 30_000;

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

/** The models that are installed, and those of them in memory; the least recently used makes room. */
export class LoadedModels {
  private readonly entries = new Map<string, Entry>();
  /** Models to be loaded, in the order in which they were asked for. */
  private readonly wanted = new Set<string>();
  private isLoading = false;
  private isClosed = false;
  private later: NodeJS.Timeout | undefined;
  private readonly now: () => number;

  constructor(private readonly options: LoadedModelsOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** Bytes of all models in memory. */
  get bytes(): number {
    return this.inMemory.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get count(): number {
    return this.inMemory.length;
  }

  /** The models that can be asked for. */
  get usable(): FoundModel[] {
    return [...this.entries.values()].flatMap((entry) =>
      entry.isInstalled && this.failureOf(entry) === undefined ? [entry.model] : [],
    );
  }

  /** Takes over what is installed now. A model that has gone ends what it was given, and leaves. */
  install(models: readonly FoundModel[]): void {
    const found = new Map(models.map((model) => [model.manifest.modelSha256, model]));
    for (const [sha256, entry] of this.entries) {
      const model = found.get(sha256);
      entry.isInstalled = model !== undefined;
      if (
        model !== undefined &&
        model.folder + model.manifest.installedAt !== entry.model.folder + entry.model.manifest.installedAt
      )
        Object.assign(entry, { model, failure: undefined });
      if (model !== undefined) continue;
      if (this.wanted.delete(sha256) && entry.state !== 'loading')
        this.options.onFailed(sha256, new ModelMissingError());
      this.leaveIfGone(sha256, entry);
    }
    for (const [sha256, model] of found) {
      if (this.entries.has(sha256)) continue;
      this.entries.set(sha256, {
        model,
        bytes: this.options.bytesOf(model),
        state: 'absent',
        loaded: undefined,
        running: 0,
        loadedAt: 0,
        usedAt: 0,
        isInstalled: true,
        failure: undefined,
      });
    }
  }

  /**
   * Asks for a model: true when it is in memory, false when `onLoaded` or `onFailed` will tell.
   * @throws ModelMissingError, ModelUnavailableError
   */
  ask(sha256: string): boolean {
    const entry = this.entries.get(sha256);
    if (entry === undefined || !entry.isInstalled) throw new ModelMissingError();
    const failure = this.failureOf(entry);
    if (failure !== undefined) throw failure;
    entry.usedAt = this.now();
    if (entry.state === 'loaded') return true;
    this.wanted.add(sha256);
    // Whoever asks waits by then.
    queueMicrotask(() => this.loadNext());
    return false;
  }

  /** Begins a batch of a model that is in memory; `end` is called behind it. */
  begin(sha256: string): LoadedModel {
    const entry = this.entries.get(sha256);
    if (entry?.loaded === undefined) throw new Error('The model is not in memory');
    entry.running += 1;
    return entry.loaded;
  }

  end(sha256: string): void {
    const entry = this.entries.get(sha256);
    if (entry === undefined) return;
    entry.running -= 1;
    entry.usedAt = this.now();
    if (entry.state === 'leaving' && entry.running === 0) void this.unload(sha256, entry);
    else this.leaveIfGone(sha256, entry);
    this.loadNext();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.later);
    this.wanted.clear();
    await Promise.all(this.inMemory.map(({ loaded }) => loaded?.close()));
  }

  private get inMemory(): Entry[] {
    return [...this.entries.values()].filter(({ state }) => state !== 'absent');
  }

  private failureOf(entry: Entry): ModelUnavailableError | undefined {
    const { memory } = this.options;
    if (entry.bytes > memory) {
      const { modelId } = entry.model.manifest;
      return new ModelUnavailableError(
        `${modelId} takes ${mebibytes(entry.bytes)} MiB, more than the ${mebibytes(memory)} that TRANSLEDGER_MODELS_MEMORY allows`,
      );
    }
    const { failure } = entry;
    return failure !== undefined && this.now() - failure.at < retryAfterMs ? failure.error : undefined;
  }

  private leaveIfGone(sha256: string, entry: Entry): void {
    if (entry.isInstalled || entry.running > 0 || this.options.isAwaited(sha256)) return;
    if (entry.state === 'absent') this.entries.delete(sha256);
    else if (entry.state === 'loaded') void this.unload(sha256, entry);
  }

  /** Loads the model that was asked for first, once there is room. */
  private loadNext(): void {
    clearTimeout(this.later);
    if (this.isLoading || this.isClosed) return;
    for (const sha256 of this.wanted) {
      const entry = this.entries.get(sha256);
      if (entry?.state !== 'absent') continue;
      if (!this.options.isAwaited(sha256)) {
        // All who waited have left.
        this.wanted.delete(sha256);
        continue;
      }
      if (this.hasRoomFor(entry.bytes)) void this.load(sha256, entry);
      return;
    }
  }

  /** Whether there is room now; otherwise some is being made. */
  private hasRoomFor(bytes: number): boolean {
    if (this.bytes + bytes <= this.options.memory) return true;
    if (this.inMemory.some(({ state }) => state === 'leaving' || state === 'closing')) return false;
    const loaded = [...this.entries].filter(([, { state }]) => state === 'loaded');
    const idle = loaded.filter(([sha256, { running }]) => running === 0 && !this.options.isAwaited(sha256));
    const [leastUsed] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (leastUsed !== undefined) {
      void this.unload(...leastUsed);
      return false;
    }
    const [longest] = loaded.sort(([, one], [, other]) => one.loadedAt - other.loadedAt);
    if (longest === undefined) return false;
    const [sha256, entry] = longest;
    const rest = entry.loadedAt + minStayMs - this.now();
    if (rest > 0) {
      this.later = setTimeout(() => this.loadNext(), rest);
      return false;
    }
    entry.state = 'leaving';
    this.options.onLeaving(sha256);
    if (entry.running === 0) void this.unload(sha256, entry);
    return false;
  }

  private async load(sha256: string, entry: Entry): Promise<void> {
    const { modelId } = entry.model.manifest;
    this.isLoading = true;
    entry.state = 'loading';
    try {
      const since = this.now();
      entry.loaded = await this.options.load(entry.model);
      entry.state = 'loaded';
      entry.loadedAt = this.now();
      entry.usedAt = entry.loadedAt;
      this.wanted.delete(sha256);
      const ms = Math.round(this.now() - since);
      this.options.log.info({ model: modelId, sha256, ms, bytes: entry.bytes }, 'a model was loaded');
      if (this.isClosed) await entry.loaded.close();
      else this.options.onLoaded(sha256);
    } catch (error) {
      entry.state = 'absent';
      this.wanted.delete(sha256);
      const failure = new ModelUnavailableError(`${modelId} cannot be loaded`);
      entry.failure = { error: failure, at: this.now() };
      this.options.log.error(
        { model: modelId, sha256, err: error, reason: reasonOf(error) },
        'a model cannot be loaded',
      );
      this.options.onFailed(sha256, failure);
    } finally {
      this.isLoading = false;
    }
    this.leaveIfGone(sha256, entry);
    this.loadNext();
  }

  private async unload(sha256: string, entry: Entry): Promise<void> {
    entry.state = 'closing';
    try {
      await entry.loaded?.close();
    } catch (error) {
      this.options.log.error({ model: entry.model.manifest.modelId, sha256, err: error }, 'a model did not end well');
    }
    entry.loaded = undefined;
    entry.state = 'absent';
    this.options.log.info({ model: entry.model.manifest.modelId, sha256 }, 'a model was unloaded');
    this.leaveIfGone(sha256, entry);
    this.loadNext();
  }
}

/** The sentence of a model file that is refused: it quotes nothing of the file. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'ModelFileError' ? error.message : undefined;
