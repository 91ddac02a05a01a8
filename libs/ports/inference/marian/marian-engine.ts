import { setMaxListeners } from 'node:events';
import { anySignal } from '#libs/platform/async/any-signal.js';
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
import { usedInside } from '../provenance-of.js';
import { TokenStream } from '../token-stream.js';
import { InstalledModels } from './installed-models.js';
import { InferenceAwayError, type MarianModel, type MarianModels, noModelReason } from './marian-models.js';
import { RequestSentences } from './request-sentences.js';
import { StreamedSegment, streamSegment, translateSegment } from './segment-translation.js';

export interface MarianOptions {
  /** The inference process; closing the engine closes it. */
  models: MarianModels;
  /** The models that the process will find once it runs, where they are on this machine. */
  modelsOnDisk?: () => Promise<readonly MarianModel[]>;
  /** Milliseconds between two looks at the installed models; 2,000 when absent. */
  refreshMs?: number;
}

const closedReason = 'The translation engine is closed';
const neverReachedReason = 'No inference process has answered yet.';

const madeBy = ({ id, sha256, engineVersion }: MarianModel): MadeBy => ({
  model: id,
  modelSha256: [sha256],
  engines: [usedInside('marian')],
  engineVersion,
});

/** Translates by the models of the inference process, whichever are installed at the time. */
class MarianEngine implements InferenceEngine {
  private readonly process: MarianModels;
  private readonly installed: InstalledModels;
  private readonly isElsewhere: boolean;
  private readonly closing = new AbortController();

  constructor({ models, modelsOnDisk, refreshMs = 2_000 }: MarianOptions) {
    this.process = models;
    this.isElsewhere = modelsOnDisk === undefined;
    this.installed = new InstalledModels(models, refreshMs, modelsOnDisk);
    setMaxListeners(0, this.closing.signal);
  }

  async pairs(): Promise<readonly LanguagePair[]> {
    return (await this.seen())?.pairs ?? [];
  }

  unnamedPairs(): string | undefined {
    return this.isElsewhere && this.installed.catalogue === undefined ? neverReachedReason : undefined;
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    return (await this.seen())?.languages ?? [];
  }

  modelName(pair: LanguagePair, quality: Quality): string {
    return this.modelFor({ ...pair, quality }).id;
  }

  modelHashes(pair: LanguagePair, quality: Quality): readonly string[] {
    return [this.modelFor({ ...pair, quality }).sha256];
  }

  async models(): Promise<readonly EngineModel[]> {
    this.closing.signal.throwIfAborted();
    return (await this.installed.look()).models;
  }

  /** A stream whose model did not come to an end says itself that it is another text. */
  streamsSameText(): boolean {
    return true;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    request.signal?.throwIfAborted();
    this.closing.signal.throwIfAborted();
    await this.installed.seen();
    const model = this.modelFor(request);
    try {
      return await this.translateWith(model, request);
    } catch (error) {
      const isModelAway =
        error instanceof ModelUnavailableError &&
        !(error instanceof ModelBusyError || error instanceof InferenceAwayError);
      if (!isModelAway || request.signal?.aborted || this.closing.signal.aborted) throw error;
      // It may have made room for another; texts of one response never come from two models.
      await this.installed.look();
      const other = this.modelFor(request);
      if (other.sha256 === model.sha256) throw error;
      return this.translateWith(other, request);
    }
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const [segment, ...more] = request.segments;
    if (segment === undefined || more.length > 0) throw new RangeError('A stream translates exactly one segment');
    request.signal?.throwIfAborted();
    this.closing.signal.throwIfAborted();
    await this.installed.seen();
    const model = this.modelFor(request);
    const result = new StreamedSegment();
    return new TokenStream(this.streamWith(model, request, result), (confidence) => ({
      confidence,
      ...madeBy(model),
      ...(result.isOtherText && { isOtherText: true }),
    }));
  }

  async health(): Promise<InferenceHealth> {
    if (this.closing.signal.aborted) return { ready: false, reason: closedReason };
    const health = await this.process.health();
    // A process that does not answer may be one that runs only where a model is.
    if (!health.ready && this.isElsewhere) return health;
    const catalogue = await this.seen();
    return catalogue?.installed.length === 0 ? { ready: false, reason: noModelReason } : health;
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort(new ModelUnavailableError(closedReason));
    this.installed.close();
    await this.process.close();
  }

  /** Undefined while the process does not answer and never did. */
  private async seen() {
    if (this.closing.signal.aborted) return undefined;
    try {
      return await this.installed.seen();
    } catch (error) {
      if (error instanceof ModelUnavailableError) return undefined;
      throw error;
    }
  }

  /** Asks for all sentences of the request at once; when one fails, the others are cancelled. */
  private async translateWith(model: MarianModel, request: TranslationRequest): Promise<TranslationResult> {
    request.onUse?.(madeBy(model));
    const giveUp = new AbortController();
    const sentences = this.sentencesOf(model, request, giveUp.signal);
    try {
      const segments = await Promise.all(request.segments.map((segment) => translateSegment(segment, sentences)));
      return { segments, ...madeBy(model) };
    } catch (error) {
      giveUp.abort(error);
      throw error;
    }
  }

  private async *streamWith(
    model: MarianModel,
    request: TranslationRequest,
    result: StreamedSegment,
  ): AsyncGenerator<string, number, undefined> {
    request.onUse?.(madeBy(model));
    const left = new AbortController();
    const [segment = []] = request.segments;
    try {
      return yield* streamSegment(segment, this.sentencesOf(model, request, left.signal), result);
    } finally {
      left.abort();
    }
  }

  private sentencesOf(model: MarianModel, request: TranslationRequest, own: AbortSignal): RequestSentences {
    const { priority, organizationId, signal: given } = request;
    const signal = anySignal([own, this.closing.signal, ...(given === undefined ? [] : [given])]);
    setMaxListeners(0, signal);
    return new RequestSentences(this.process, {
      model: model.sha256,
      signal,
      ...(priority === undefined ? {} : { priority }),
      ...(organizationId === undefined ? {} : { organizationId }),
    });
  }

  /** @throws UnsupportedPairError, ModelUnavailableError */
  private modelFor({ source, target, quality = 'balanced' }: LanguagePair & { quality?: Quality }): MarianModel {
    this.closing.signal.throwIfAborted();
    const { catalogue } = this.installed;
    const model = catalogue?.choose({ source, target }, quality);
    if (model !== undefined) return model;
    if (catalogue?.installed.length === 0) throw new ModelUnavailableError(noModelReason);
    throw new UnsupportedPairError(source, target);
  }
}

/** Creates an engine over the models of the inference process, which does not connect yet. Closing it closes them. */
export const createMarianEngine = (options: MarianOptions): InferenceEngine => new MarianEngine(options);
