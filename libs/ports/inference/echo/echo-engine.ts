import { plainText } from '#libs/text/segments/plain-text.js';
import { ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
import type {
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from '../inference.port.js';
import { TokenStream } from '../token-stream.js';

const model = 'echo';

/**
 * Languages of the engine, enough to choose from, and few enough that looking a pair up costs as much as with a real
 * engine.
 */
const languages: readonly string[] =
  'ar bg ca cs da de el en es et eu fi fr ga gl hi hr hu is it ja ko lt lv mk mt nb nl pl pt ro ru sk sl sr sv tr uk zh'.split(
    ' ',
  );

/** Gives every text back as it is, between any two languages, to measure the service alone. */
export class EchoEngine implements InferenceEngine {
  private isClosed = false;
  private readonly allPairs: readonly LanguagePair[] = languages.flatMap((source) =>
    languages.filter((target) => target !== source).map((target) => ({ source, target })),
  );

  async pairs(): Promise<readonly LanguagePair[]> {
    return this.allPairs;
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    return languages.map((code) => ({ code, supportsFormality: false }));
  }

  modelName(): string {
    return model;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    this.check(request);
    return { segments: request.segments.map((parts) => ({ parts, confidence: 1 })), model };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    this.check(request);
    const [segment, ...more] = request.segments;
    if (segment === undefined || more.length > 0) throw new RangeError('A stream translates exactly one segment');
    async function* texts(): AsyncGenerator<string, number, undefined> {
      yield plainText(segment ?? []);
      return 1;
    }
    return new TokenStream(texts(), (confidence) => ({ confidence, model }));
  }

  async health(): Promise<InferenceHealth> {
    return this.isClosed ? { ready: false, reason: 'The translation engine is closed' } : { ready: true };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private check({ source, target, signal }: TranslationRequest): void {
    signal?.throwIfAborted();
    if (this.isClosed) throw new ModelUnavailableError('The translation engine is closed');
    if (source === target || !languages.includes(source) || !languages.includes(target)) {
      throw new UnsupportedPairError(source, target);
    }
  }
}

export const createEchoEngine = (): EchoEngine => new EchoEngine();
