import { pause } from '#libs/platform/async/pause.js';
import { SingleFlight } from '#libs/platform/async/single-flight.js';
import { ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
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
} from '../inference.port.js';
import { pairKey } from '../pair-key.js';

export interface EngineChoice {
  engine: InferenceEngine;
  /** Whether the engine has anything to translate with; one that has not is asked nothing. Asked again and again. */
  isExpected?: () => Promise<boolean>;
}

/** Milliseconds that a look at an engine takes which is there: nobody waits longer for one. */
const slowMs = 1_000;
/** Milliseconds until one that is away is looked at again. */
const lookAgainMs = 250;

/** One of the engines, and the pairs that it last named. */
class Choice {
  readonly engine: InferenceEngine;
  pairs: readonly LanguagePair[] = [];
  private keys: ReadonlySet<string> = new Set();
  private isAway = false;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly looking = new SingleFlight(() => this.look());

  constructor(private readonly choice: EngineChoice) {
    this.engine = choice.engine;
  }

  async isExpected(): Promise<boolean> {
    return (await this.choice.isExpected?.()) ?? true;
  }

  has(pair: LanguagePair): boolean {
    return this.keys.has(pairKey(pair));
  }

  /** Looks at its pairs. Nobody waits for an engine that was away at the last look, or is slow: it is known by what it had. */
  async refresh(): Promise<void> {
    if (this.isAway) return;
    const late = new AbortController();
    const slow = pause(slowMs, late.signal, { ref: false }).then(() => {
      this.isAway ||= !late.signal.aborted;
    });
    try {
      await Promise.race([this.looking.run(), slow]);
    } finally {
      late.abort();
    }
  }

  close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    return this.engine.close();
  }

  private async look(): Promise<void> {
    const since = performance.now();
    try {
      const pairs = (await this.isExpected()) ? await this.engine.pairs() : [];
      this.isAway = performance.now() - since > slowMs;
      if (pairs !== this.pairs) {
        this.pairs = pairs;
        this.keys = new Set(pairs.map(pairKey));
      }
    } catch (error) {
      if (!(error instanceof ModelUnavailableError)) throw error;
      this.isAway = true;
    }
    if (this.isAway && !this.isClosed) this.timer = setTimeout(() => void this.again(), lookAgainMs).unref();
  }

  private async again(): Promise<void> {
    await this.looking.run().catch(() => {
      // Whoever asks next looks, and sees the fault.
      this.isAway = false;
    });
  }
}

/**
 * Translates each pair by the first of its engines that has it. An engine that is away keeps its pairs: its texts wait for it
 * rather than come from another engine.
 */
class ChoosingEngine implements InferenceEngine {
  private readonly choices: readonly Choice[];
  private union: { of: readonly (readonly LanguagePair[])[]; pairs: readonly LanguagePair[] } = { of: [], pairs: [] };

  constructor(choices: readonly EngineChoice[]) {
    this.choices = choices.map((choice) => new Choice(choice));
  }

  async pairs(): Promise<readonly LanguagePair[]> {
    await this.refresh();
    const of = this.choices.map(({ pairs }) => pairs);
    const isKnown = this.union.of.length === of.length && of.every((pairs, at) => pairs === this.union.of[at]);
    if (!isKnown) {
      const byKey = new Map<string, LanguagePair>();
      for (const pair of of.flat()) if (!byKey.has(pairKey(pair))) byKey.set(pairKey(pair), pair);
      this.union = { of, pairs: [...byKey.values()] };
    }
    return this.union.pairs;
  }

  unnamedPairs(): string | undefined {
    for (const { engine } of this.choices) {
      const reason = engine.unnamedPairs?.();
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    await this.refresh();
    const lists = await Promise.all(
      this.choices.map(async ({ engine, pairs }) => (pairs.length === 0 ? [] : await engine.languages())),
    );
    const features = new Map<string, LanguageFeatures>();
    for (const { code, supportsFormality, supportsDomain } of lists.flat()) {
      const known = features.get(code);
      features.set(code, {
        code,
        supportsFormality: known?.supportsFormality === true || supportsFormality,
        ...((known?.supportsDomain === true || supportsDomain === true) && { supportsDomain: true }),
      });
    }
    return [...features.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  modelName(pair: LanguagePair, quality: Quality): string {
    return this.engineOf(pair).modelName(pair, quality);
  }

  modelHashes(pair: LanguagePair, quality: Quality): readonly string[] {
    return this.engineOf(pair).modelHashes(pair, quality);
  }

  /** @throws ModelUnavailableError where one of the engines is away: its models are not known to be gone */
  async models(): Promise<readonly EngineModel[]> {
    const expected = await this.expected();
    return (await Promise.all(expected.map(({ engine }) => engine.models()))).flat();
  }

  streamsSameText(pair: LanguagePair, quality: Quality): boolean {
    return this.engineOf(pair).streamsSameText(pair, quality);
  }

  translate(request: TranslationRequest): Promise<TranslationResult> {
    return this.byFirst(request, (engine) => engine.translate(request));
  }

  translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    return this.byFirst(request, (engine) => engine.translateStream(request));
  }

  /** Ready while one of the engines is: whatever the others lack keeps no text from it. */
  async health(): Promise<InferenceHealth> {
    const expected = await this.expected();
    const all = await Promise.all(expected.map(({ engine }) => engine.health()));
    if (all.some(({ ready }) => ready)) return { ready: true };
    const reasons = all.flatMap(({ reason }) => reason ?? []);
    return { ready: false, ...(reasons.length > 0 && { reason: reasons.join(' ') }) };
  }

  async close(): Promise<void> {
    await Promise.all(this.choices.map((choice) => choice.close()));
  }

  private async refresh(): Promise<void> {
    await Promise.all(this.choices.map((choice) => choice.refresh()));
  }

  private async expected(): Promise<Choice[]> {
    const isExpected = await Promise.all(this.choices.map((choice) => choice.isExpected()));
    return this.choices.filter((_, at) => isExpected[at]);
  }

  /** @throws UnsupportedPairError, ModelUnavailableError */
  private engineOf(pair: LanguagePair): InferenceEngine {
    const choice = this.choices.find((each) => each.has(pair));
    if (choice === undefined) throw this.noneFor(pair);
    return choice.engine;
  }

  private noneFor({ source, target }: Pick<LanguagePair, 'source' | 'target'>): Error {
    const reason = this.unnamedPairs();
    return reason === undefined ? new UnsupportedPairError(source, target) : new ModelUnavailableError(reason);
  }

  /** Asks the first engine that has the pair, and the next one where it has lost it since. */
  private async byFirst<T>(
    { source, target, signal }: TranslationRequest,
    ask: (engine: InferenceEngine) => Promise<T>,
  ): Promise<T> {
    await this.refresh();
    signal?.throwIfAborted();
    for (const choice of this.choices) {
      if (!choice.has({ source, target })) continue;
      try {
        return await ask(choice.engine);
      } catch (error) {
        if (!(error instanceof UnsupportedPairError)) throw error;
      }
    }
    throw this.noneFor({ source, target });
  }
}

/** Makes one engine of several, the preferred one first, and takes them over: closing this closes them. */
export const createChoosingEngine = (choices: readonly EngineChoice[]): InferenceEngine => new ChoosingEngine(choices);
