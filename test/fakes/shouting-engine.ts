import { UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
import type {
  InferenceEngine,
  InferenceHealth,
  LanguageFeatures,
  LanguagePair,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from '#libs/ports/inference/inference.port.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';

const shout = (segment: Segment): Segment =>
  segment.map((part) => (part.kind === 'text' ? { ...part, text: part.text.toUpperCase() } : part));

interface Behaviour {
  pairs?: readonly LanguagePair[];
  health?: InferenceHealth;
  confidenceOf?: (text: string) => number;
  route?: readonly string[];
  /** False where tokens are another text than the whole translation; they are then written in small letters. */
  streamsSameText?: boolean;
  /** Returns another result in place of the translation, or rejects. */
  instead?: (request: TranslationRequest) => Promise<TranslationResult | undefined>;
}

/** An engine that writes texts in capitals, and remembers its requests. */
export class ShoutingEngine implements InferenceEngine {
  readonly requests: TranslationRequest[] = [];

  constructor(private readonly behaviour: Behaviour = {}) {}

  async pairs(): Promise<readonly LanguagePair[]> {
    return this.behaviour.pairs ?? [{ source: 'en', target: 'es' }];
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    const codes = new Set((await this.pairs()).flatMap(({ source, target }) => [source, target]));
    return [...codes].map((code) => ({ code, supportsFormality: false }));
  }

  modelName({ source, target }: LanguagePair): string {
    return `shouting-${source}-${target}`;
  }

  streamsSameText(): boolean {
    return this.behaviour.streamsSameText ?? true;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    this.requests.push(request);
    const instead = await this.behaviour.instead?.(request);
    if (instead !== undefined) return instead;
    const { source, target, segments } = request;
    if (!(await this.pairs()).some((pair) => pair.source === source && pair.target === target)) {
      throw new UnsupportedPairError(source, target);
    }
    const { confidenceOf = () => 1, route } = this.behaviour;
    return {
      segments: segments.map((segment) => ({ parts: shout(segment), confidence: confidenceOf(plainText(segment)) })),
      model: this.modelName({ source, target }),
      ...(route === undefined ? {} : { route }),
    };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const { segments, model } = await this.translate(request);
    const whole = segments.map(({ parts }) => plainText(parts)).join('');
    const text = this.streamsSameText() ? whole : whole.toLowerCase();
    const tokens = (async function* () {
      yield* text.split(/(?<= )/);
    })();
    return { tokens, done: Promise.resolve({ confidence: 1, model }) };
  }

  async health(): Promise<InferenceHealth> {
    return this.behaviour.health ?? { ready: true };
  }

  async close(): Promise<void> {}
}
