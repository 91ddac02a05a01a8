import { setMaxListeners } from 'node:events';
import { createTritonClient, type TritonClient } from '@transledger/triton-client';
import type { TlsOptions } from '@transledger/triton-client/client-options';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { rulesVersion } from '#libs/text/finishing/rules-version.js';
import { ModelBusyError, ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
import type {
  EngineModel,
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  MadeBy,
  Quality,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { TokenStream } from '../token-stream.js';
import { AskedServers } from './asked-servers.js';
import { InFlight } from './in-flight.js';
import type { ModelCalls } from './model-calls.js';
import { ModelDiscovery } from './model-discovery.js';
import { modelTranslator } from './model-translator.js';
import type { TranslationModel } from './translation-model.js';

export interface TritonOptions {
  /** URLs of the servers: `grpc://host:port` or `grpcs://host:port`. */
  urls: readonly string[];
  tls?: TlsOptions;
  /** Milliseconds between two looks at the models of the servers; 5,000 when absent. */
  refreshMs?: number;
  /** Milliseconds that one call may take, and the wait for the next token of a stream; 60,000 when absent. */
  requestTimeoutMs?: number;
  /**
   * Maximum of calls at once to each server that is up, streams included; 64 when absent, which fills the batches of some
   * model instances. While a server fails the others take its calls over, on top of theirs.
   */
  requestsInFlight?: number;
  /** Milliseconds that a call waits at most until it may begin; 15,000 when absent. Documents wait longer. */
  maxWaitMs?: number;
  /** Notified of a model that breaks the contract, once until it is right again. */
  onFault?: (error: Error) => void;
}

const closedReason = 'The translation engine is closed';
/** Milliseconds that a look may take: less than a health request, which waits for the first look, may take (2 s). */
const lookTimeoutMs = 1_800;

/** Maximum of calls that wait, some kilobytes each. */
const maxWaiting = 10_000;

/** A server that hangs is left within some 5 s; one that is only slow answers in time. */
const probe = { intervalMs: 1_000, timeoutMs: 1_500 };

/** Translates by the models of Triton servers, whichever they have at the time. */
class TritonEngine implements InferenceEngine {
  private readonly client: TritonClient;
  private readonly discovery: ModelDiscovery;
  private readonly calls: Omit<ModelCalls, 'client'>;
  private readonly closing = new AbortController();
  private serversUp: number;

  constructor(options: TritonOptions) {
    const { urls, tls, refreshMs = 5_000, requestTimeoutMs = 60_000, requestsInFlight = 64 } = options;
    this.serversUp = new Set(urls).size;
    this.client = createTritonClient({
      urls,
      ...(tls === undefined ? {} : { tls }),
      probe,
      // The burst is enough to move all calls on a server that dies to another.
      retry: { burst: 2 * requestsInFlight * this.serversUp },
      observer: { hostChanged: () => this.countServers() },
    });
    const { onFault = () => undefined } = options;
    this.discovery = new ModelDiscovery(this.client, { urls, refreshMs, timeoutMs: lookTimeoutMs, onFault });
    const inFlight = new InFlight({
      max: () => requestsInFlight * Math.max(1, this.serversUp),
      maxWaitMs: options.maxWaitMs ?? 15_000,
      maxWaiting,
    });
    this.calls = { inFlight, timeoutMs: requestTimeoutMs };
    setMaxListeners(0, this.closing.signal);
  }

  async pairs(): Promise<readonly LanguagePair[]> {
    await this.discovery.first;
    return this.discovery.catalogue.pairs;
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    await this.discovery.first;
    return this.discovery.catalogue.languages;
  }

  modelName(pair: LanguagePair, quality: Quality): string {
    return this.modelFor({ ...pair, quality }).reportedName(pair);
  }

  modelHashes(): readonly string[] {
    return [];
  }

  /** Models by the names that answers report; what their servers do not say is null. */
  async models(): Promise<readonly EngineModel[]> {
    await this.discovery.first;
    const { reason } = this.discovery;
    if (reason !== undefined) throw new ModelUnavailableError(reason);
    return this.discovery.catalogue.all.flatMap((model) =>
      [...Map.groupBy(model.pairs, (pair) => model.reportedName(pair))].map(([id, pairs]) => ({
        id,
        name: id,
        engine: 'triton',
        sourceLanguages: [...new Set(pairs.map(({ source }) => source))],
        targetLanguages: [...new Set(pairs.map(({ target }) => target))],
        sha256: null,
        sizeBytes: null,
        licence: null,
        licenceUrl: null,
        source: null,
        qualities: model.qualities,
        since: null,
      })),
    );
  }

  /** A model of its own that streams is not known to compute what the other does; a neural one decodes greedily. */
  streamsSameText(pair: LanguagePair, quality: Quality): boolean {
    return this.modelFor({ ...pair, quality }).streamModel === undefined;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    request.signal?.throwIfAborted();
    await this.discovery.first;
    const model = this.modelFor(request);
    try {
      return await this.translateWith(model, request);
    } catch (error) {
      const isAway = error instanceof ModelUnavailableError && !(error instanceof ModelBusyError);
      if (!isAway || request.signal?.aborted) throw error;
      // Another model may have the pair, too; texts of one response never come from two models.
      await this.discovery.refresh();
      const other = this.modelFor(request);
      if (other.name === model.name) throw error;
      return this.translateWith(other, request);
    }
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const [segment, ...more] = request.segments;
    if (segment === undefined || more.length > 0) throw new RangeError('A stream translates exactly one segment');
    request.signal?.throwIfAborted();
    await this.discovery.first;
    const model = this.modelFor(request);
    const servers = this.serversFor(model, request);
    const texts = this.streamWith(model, request, servers);
    return new TokenStream(texts, (confidence) => ({ confidence, ...this.madeBy(model, request, servers) }));
  }

  async health(): Promise<InferenceHealth> {
    if (this.closing.signal.aborted) return { ready: false, reason: closedReason };
    await this.discovery.first;
    const { reason } = this.discovery;
    return reason === undefined ? { ready: true } : { ready: false, reason };
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort(new ModelUnavailableError(closedReason));
    this.discovery.close();
    this.client.close();
  }

  /** Sends every text of the request at once; when one fails, the others are cancelled. */
  private async translateWith(model: TranslationModel, request: TranslationRequest): Promise<TranslationResult> {
    const giveUp = new AbortController();
    const signal = this.signalOf(request, giveUp.signal);
    const servers = this.serversFor(model, request);
    const { translate } = modelTranslator({ ...this.calls, client: servers }, model, request, signal);
    try {
      const segments = await Promise.all(request.segments.map(translate));
      return { segments, ...this.madeBy(model, request, servers) };
    } catch (error) {
      giveUp.abort(error);
      throw error;
    }
  }

  private async *streamWith(
    model: TranslationModel,
    request: TranslationRequest,
    servers: AskedServers,
  ): AsyncGenerator<string, number, undefined> {
    const left = new AbortController();
    const calls = { ...this.calls, client: servers };
    const { stream } = modelTranslator(calls, model, request, this.signalOf(request, left.signal));
    const [segment = []] = request.segments;
    try {
      return yield* stream(segment);
    } catch (error) {
      if (error instanceof ModelUnavailableError) void this.discovery.refresh();
      throw error;
    } finally {
      left.abort();
    }
  }

  private serversFor(model: TranslationModel, request: TranslationRequest): AskedServers {
    const servers = new AskedServers(this.client, () => request.onUse?.(this.madeBy(model, request, servers)));
    return servers;
  }

  /** Only what Apertium's pipelines give is finished by rules. */
  private madeBy(model: TranslationModel, pair: LanguagePair, { engines, servers }: AskedServers): MadeBy {
    const versions = servers.map((url) => this.discovery.versionOf(url)).filter((version) => version !== undefined);
    const isFinished = model.modes?.has(pairKey(pair)) === true;
    return {
      model: model.reportedName(pair),
      engines,
      ...(isFinished && { rulesVersion }),
      ...(versions.length > 0 && { engineVersion: [...new Set(versions)].map((each) => `triton ${each}`).join(', ') }),
    };
  }

  private countServers(): void {
    this.serversUp = this.client.hosts().filter(({ state }) => state === 'up' || state === 'not-ready').length;
  }

  private signalOf({ signal }: TranslationRequest, own: AbortSignal): AbortSignal {
    const all = anySignal([own, this.closing.signal, ...(signal === undefined ? [] : [signal])]);
    setMaxListeners(0, all);
    return all;
  }

  /** @throws UnsupportedPairError, ModelUnavailableError */
  private modelFor({ source, target, quality = 'balanced' }: LanguagePair & { quality?: Quality }): TranslationModel {
    this.closing.signal.throwIfAborted();
    const model = this.discovery.catalogue.choose(source, target, quality);
    if (model !== undefined) return model;
    const { reason } = this.discovery;
    if (reason !== undefined) throw new ModelUnavailableError(reason);
    if (!this.discovery.hasSeen({ source, target })) throw new UnsupportedPairError(source, target);
    throw new ModelUnavailableError(`No Triton server has a model for ${source} to ${target} at the moment`);
  }
}

/** Creates an engine that does not connect yet; from now on it looks for the servers and their models. */
export const createTritonEngine = (options: TritonOptions): InferenceEngine => new TritonEngine(options);
