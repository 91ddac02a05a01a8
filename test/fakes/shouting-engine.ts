import { UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
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
} from '#libs/ports/inference/inference.port.js';
import { usedInside } from '#libs/ports/inference/provenance-of.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';

const shout = (segment: Segment): Segment =>
  segment.map((part) => (part.kind === 'text' ? { ...part, text: part.text.toUpperCase() } : part));

interface Behaviour {
  pairs?: readonly LanguagePair[];
  health?: InferenceHealth;
  confidenceOf?: (text: string) => number;
  route?: readonly string[];
  /** Hashes of its models, which it has in order of use; it is asked anew each time. */
  hashes?: () => readonly string[];
  models?: () => Promise<readonly EngineModel[]>;
  /** False where tokens are another text than the whole translation; they are then written in small letters. */
  streamsSameText?: boolean;
  /** True where a stream says that its tokens turned out to be another text; they are written in small letters then. */
  streamsOtherText?: boolean;
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

  modelHashes(): readonly string[] {
    return this.behaviour.hashes?.() ?? [];
  }

  async models(): Promise<readonly EngineModel[]> {
    return (await this.behaviour.models?.()) ?? [];
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
    const made = this.madeBy(request);
    request.onUse?.(made);
    return {
      segments: segments.map((segment) => ({ parts: shout(segment), confidence: confidenceOf(plainText(segment)) })),
      ...made,
      ...(route === undefined ? {} : { route }),
    };
  }

  protected madeBy(pair: LanguagePair): MadeBy {
    const { hashes } = this.behaviour;
    return { model: this.modelName(pair), ...(hashes && { modelSha256: hashes() }), engines: [usedInside('shouting')] };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const { segments, ...made } = await this.translate(request);
    const whole = segments.map(({ parts }) => plainText(parts)).join('');
    const { streamsOtherText: isOtherText = false } = this.behaviour;
    const text = this.streamsSameText() && !isOtherText ? whole : whole.toLowerCase();
    const tokens = (async function* () {
      yield* text.split(/(?<= )/);
    })();
    return { tokens, done: Promise.resolve({ confidence: 1, ...made, ...(isOtherText && { isOtherText }) }) };
  }

  async health(): Promise<InferenceHealth> {
    return this.behaviour.health ?? { ready: true };
  }

  async close(): Promise<void> {}
}
