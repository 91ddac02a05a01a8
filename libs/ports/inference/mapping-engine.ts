import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { everyLanguage, everyPair, isPair } from './every-pair.js';
import { ModelUnavailableError, UnsupportedPairError } from './inference.errors.js';
import type {
  EngineModel,
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  MadeBy,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from './inference.port.js';
import { usedInside } from './provenance-of.js';
import { TokenStream } from './token-stream.js';

/** An engine without a model: each text goes through one function, whatever the languages. Everything else stays. */
export class MappingEngine implements InferenceEngine {
  private isClosed = false;

  constructor(
    private readonly model: string,
    private readonly map: (text: string) => string,
  ) {}

  async pairs(): Promise<readonly LanguagePair[]> {
    return everyPair;
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    return everyLanguage;
  }

  modelName(): string {
    return this.model;
  }

  modelHashes(): readonly string[] {
    return [];
  }

  async models(): Promise<readonly EngineModel[]> {
    return [];
  }

  streamsSameText(): boolean {
    return true;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    this.check(request);
    request.onUse?.(this.made);
    const segments = request.segments.map((parts) => ({ parts: this.mapped(parts), confidence: 1 }));
    return { segments, ...this.made };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    this.check(request);
    const [segment, ...more] = request.segments;
    if (segment === undefined || more.length > 0) throw new RangeError('A stream translates exactly one segment');
    request.onUse?.(this.made);
    const text = plainText(this.mapped(segment));
    async function* texts(): AsyncGenerator<string, number, undefined> {
      yield text;
      return 1;
    }
    return new TokenStream(texts(), (confidence) => ({ confidence, ...this.made }));
  }

  async health(): Promise<InferenceHealth> {
    return this.isClosed ? { ready: false, reason: 'The translation engine is closed' } : { ready: true };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private get made(): MadeBy {
    return { model: this.model, engines: [usedInside(this.model)] };
  }

  private mapped(parts: Segment): Segment {
    return parts.map((part) => (part.kind === 'text' ? { ...part, text: this.map(part.text) } : part));
  }

  private check({ source, target, signal }: TranslationRequest): void {
    signal?.throwIfAborted();
    if (this.isClosed) throw new ModelUnavailableError('The translation engine is closed');
    if (!isPair({ source, target })) throw new UnsupportedPairError(source, target);
  }
}
