import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { ModelUnavailableError, UnsupportedPairError } from '../../inference.errors.js';
import type {
  EngineModel,
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from '../../inference.port.js';
import { usedInside } from '../../provenance-of.js';
import { TokenStream } from '../../token-stream.js';

const confidence = 0.5;

/**
 * Translates word by word, by a dictionary for each pair, named `en-es`; words that are in none stay. Its confidence is
 * always a half.
 */
export class DictionaryEngine implements InferenceEngine {
  readonly requests: TranslationRequest[] = [];
  private isClosed = false;

  constructor(
    readonly dictionaries: Record<string, Record<string, string>>,
    private readonly id = 'dictionary',
    /** Hashes of its models, each by its pair. */
    readonly hashes: Record<string, string> = {},
  ) {}

  async pairs(): Promise<readonly LanguagePair[]> {
    return Object.keys(this.dictionaries).map((pair) => ({ source: pair.slice(0, 2), target: pair.slice(3) }));
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    const codes = new Set((await this.pairs()).flatMap(({ source, target }) => [source, target]));
    return [...codes].map((code) => ({ code, supportsFormality: false }));
  }

  modelName({ source, target }: LanguagePair): string {
    this.dictionaryOf(source, target);
    return `${this.id}-${source}-${target}`;
  }

  modelHashes({ source, target }: LanguagePair): readonly string[] {
    const hash = this.hashes[`${source}-${target}`];
    return hash === undefined ? [] : [hash];
  }

  async models(): Promise<readonly EngineModel[]> {
    if (this.isClosed) throw new ModelUnavailableError('closed');
    return (await this.pairs()).map((pair) => ({
      id: this.modelName(pair),
      name: this.modelName(pair),
      engine: this.id,
      sourceLanguages: [pair.source],
      targetLanguages: [pair.target],
      sha256: this.modelHashes(pair)[0] ?? null,
      sizeBytes: null,
      licence: null,
      licenceUrl: null,
      source: null,
      qualities: ['balanced'],
      since: null,
    }));
  }

  streamsSameText(): boolean {
    return true;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const translate = this.translatorFor(request);
    request.onUse?.(this.madeOf(request));
    return {
      segments: request.segments.map((segment) => ({ parts: translate(segment), confidence })),
      ...this.madeOf(request),
    };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const translate = this.translatorFor(request);
    request.onUse?.(this.madeOf(request));
    const [segment = []] = request.segments;
    async function* texts(): AsyncGenerator<string, number, undefined> {
      yield plainText(translate(segment));
      return confidence;
    }
    return new TokenStream(texts(), (sure) => ({ confidence: sure, ...this.madeOf(request) }));
  }

  async health(): Promise<InferenceHealth> {
    return this.isClosed ? { ready: false, reason: 'closed' } : { ready: true };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private madeOf(pair: LanguagePair) {
    return {
      model: this.modelName(pair),
      modelSha256: this.modelHashes(pair),
      engines: [usedInside(this.id)],
    };
  }

  private translatorFor(request: TranslationRequest): (segment: Segment) => Segment {
    request.signal?.throwIfAborted();
    if (this.isClosed) throw new ModelUnavailableError('closed');
    const dictionary = this.dictionaryOf(request.source, request.target);
    this.requests.push(request);
    return (segment) =>
      segment.map((part) =>
        part.kind === 'text'
          ? { kind: 'text', text: part.text.replaceAll(/[a-z]+/g, (word) => dictionary[word] ?? word) }
          : part,
      );
  }

  private dictionaryOf(source: string, target: string): Record<string, string> {
    const dictionary = this.dictionaries[`${source}-${target}`];
    if (dictionary === undefined) throw new UnsupportedPairError(source, target);
    return dictionary;
  }
}
