import type { Registry } from 'prom-client';
import type {
  EngineModel,
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  Quality,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from './inference.port.js';
import { InferenceMetrics } from './inference-metrics.js';

class MeasuredEngine implements InferenceEngine {
  private readonly metrics: InferenceMetrics;

  constructor(
    private readonly engine: InferenceEngine,
    registry: Registry,
  ) {
    this.metrics = new InferenceMetrics(registry);
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const since = performance.now();
    const result = await this.answer(request, () => this.engine.translate(request));
    this.metrics.translated('whole', request, result.model, since);
    return result;
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const since = performance.now();
    const stream = await this.answer(request, () => this.engine.translateStream(request));
    stream.done.then(
      ({ model }) => this.metrics.translated('stream', request, model, since),
      (error: unknown) => this.metrics.failed(error, request),
    );
    return stream;
  }

  pairs(): Promise<readonly LanguagePair[]> {
    return this.engine.pairs();
  }

  unnamedPairs(): string | undefined {
    return this.engine.unnamedPairs?.();
  }

  languages(): Promise<readonly LanguageFeatures[]> {
    return this.engine.languages();
  }

  modelName(pair: LanguagePair, quality: Quality): string {
    return this.engine.modelName(pair, quality);
  }

  modelHashes(pair: LanguagePair, quality: Quality): readonly string[] {
    return this.engine.modelHashes(pair, quality);
  }

  models(): Promise<readonly EngineModel[]> {
    return this.engine.models();
  }

  streamsSameText(pair: LanguagePair, quality: Quality): boolean {
    return this.engine.streamsSameText(pair, quality);
  }

  health(): Promise<InferenceHealth> {
    return this.engine.health();
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private async answer<T>(request: TranslationRequest, ask: () => Promise<T>): Promise<T> {
    this.metrics.began();
    try {
      return await ask();
    } catch (error) {
      this.metrics.failed(error, request);
      throw error;
    } finally {
      this.metrics.answered();
    }
  }
}

/** Measures an engine and takes it over: closing this closes it. */
export const measuredEngine = (engine: InferenceEngine, registry: Registry): InferenceEngine =>
  new MeasuredEngine(engine, registry);
