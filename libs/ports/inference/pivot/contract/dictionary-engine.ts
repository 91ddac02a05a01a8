import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { ModelUnavailableError, UnsupportedPairError } from '../../inference.errors.js';
import type {
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from '../../inference.port.js';
import { TokenStream } from '../../token-stream.js';

const confidence = 0.5;

/**
 * Translates word by word, by a dictionary for each pair, named `en-es`; words that are in none stay. Its confidence is
 * always a half.
 */
export class DictionaryEngine implements InferenceEngine {
  readonly requests: TranslationRequest[] = [];
  private isClosed = false;

  constructor(readonly dictionaries: Record<string, Record<string, string>>) {}

  async pairs(): Promise<readonly LanguagePair[]> {
    return Object.keys(this.dictionaries).map((pair) => ({ source: pair.slice(0, 2), target: pair.slice(3) }));
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    const codes = new Set((await this.pairs()).flatMap(({ source, target }) => [source, target]));
    return [...codes].map((code) => ({ code, supportsFormality: false }));
  }

  modelName({ source, target }: LanguagePair): string {
    this.dictionaryOf(source, target);
    return `dictionary-${source}-${target}`;
  }

  streamsSameText(): boolean {
    return true;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const translate = this.translatorFor(request);
    return {
      segments: request.segments.map((segment) => ({ parts: translate(segment), confidence })),
      model: this.modelName(request),
    };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const translate = this.translatorFor(request);
    const [segment = []] = request.segments;
    async function* texts(): AsyncGenerator<string, number, undefined> {
      yield plainText(translate(segment));
      return confidence;
    }
    return new TokenStream(texts(), (sure) => ({ confidence: sure, model: this.modelName(request) }));
  }

  async health(): Promise<InferenceHealth> {
    return this.isClosed ? { ready: false, reason: 'closed' } : { ready: true };
  }

  async close(): Promise<void> {
    this.isClosed = true;
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
