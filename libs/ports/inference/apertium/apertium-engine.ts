import { rulesVersion } from '#libs/text/finishing/rules-version.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
import type {
  EngineModel,
  InferenceEngine,
  InferenceHealth,
  LanguageCode,
  LanguageFeatures,
  LanguagePair,
  MadeBy,
  Quality,
  TokenStreamResult,
  TranslationRequest,
  TranslationResult,
} from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { usedInside } from '../provenance-of.js';
import type { SegmentTranslator } from '../segment-translator.js';
import { TokenStream } from '../token-stream.js';
import { apertiumTranslator } from './apertium-translator.js';
import { isRecursive } from './processes/apertium-mode.js';
import { InstalledPackages } from './processes/installed-packages.js';
import { type InstalledPair, type PairTable, readPairTable } from './processes/installed-pairs.js';
import { defaultLimits, type PipelineLimits } from './processes/pipeline.js';
import { PipelinePool } from './processes/pipeline-pool.js';
import { modelNameOf } from './rules/apertium-pairs.js';

export interface ApertiumOptions {
  /** Folder of the mode files; that of Debian and Ubuntu when absent. */
  modesDir?: string;
  /**
   * Pairs that the engine offers, with the variants of their targets, as far as they are installed; all when absent.
   */
  pairs?: readonly { source: LanguageCode; target: LanguageCode }[];
  /** Maximum of modes with running processes, 150–250 MB each; 6 when absent. */
  maxPipelines?: number;
  limits?: Partial<PipelineLimits>;
}

const qualities: readonly Quality[] = ['fast', 'balanced', 'quality'];

export const debianModesDir = '/usr/share/apertium/modes';

/** Command that installs all released pairs, 123 MB. The pattern leaves out the tools; `all-dev` is no pair. */
export const installCommand =
  "apt-get install -y apertium $(apt-cache search --names-only '^apertium-[a-z]{2,3}-[a-z]{2,3}$' | cut -d' ' -f1 | grep -v all-dev)";

/** Apertium's rule-based translation on this machine, its processes kept warm. */
export class ApertiumEngine implements InferenceEngine {
  private readonly table: PairTable;
  private readonly offered: ReadonlyMap<string, InstalledPair>;
  private readonly offeredPairs: readonly LanguagePair[];
  private readonly pool: PipelinePool;
  private readonly modesDir: string;
  private readonly packages: InstalledPackages;
  private isClosed = false;

  constructor(options: ApertiumOptions = {}) {
    this.modesDir = options.modesDir ?? debianModesDir;
    this.table = readPairTable(this.modesDir);
    this.packages = new InstalledPackages(this.modesDir);
    const wanted = options.pairs?.map(pairKey);
    this.offered = new Map(
      this.table.offered
        .map((pair) => [pairKey(pair), pair] as const)
        .filter(
          ([key, { source, target }]) =>
            wanted === undefined ||
            wanted.includes(key) ||
            wanted.includes(pairKey({ source, target: baseLanguage(target) })),
        ),
    );
    this.offeredPairs = [...this.offered.values()].map(({ source, target }) => ({ source, target }));
    this.pool = new PipelinePool(options.maxPipelines ?? 6, { ...defaultLimits, ...options.limits });
  }

  async pairs(): Promise<readonly LanguagePair[]> {
    return this.offeredPairs;
  }

  async languages(): Promise<readonly LanguageFeatures[]> {
    const codes = new Set([...this.offered.values()].flatMap(({ source, target }) => [source, baseLanguage(target)]));
    return [...codes].sort().map((code) => ({ code, supportsFormality: false }));
  }

  modelName({ source, target }: LanguagePair): string {
    return modelNameOf(this.pair(source, target).mode);
  }

  modelHashes(): readonly string[] {
    return [];
  }

  /** Each mode that a pair is translated by, with what its packages say of it. */
  models(): Promise<readonly EngineModel[]> {
    const byMode = Map.groupBy(this.offered.values(), ({ mode }) => mode);
    return Promise.all(
      [...byMode].map(async ([mode, pairs]) => ({
        id: modelNameOf(mode),
        name: `Apertium ${mode}`,
        engine: 'apertium',
        sourceLanguages: [...new Set(pairs.map(({ source }) => source))],
        targetLanguages: [...new Set(pairs.map(({ target }) => target))],
        sha256: null,
        sizeBytes: null,
        licence: await this.packages.licenceOf(mode),
        licenceUrl: null,
        source: this.packages.dataOf(mode) ?? null,
        qualities,
        since: null,
      })),
    );
  }

  streamsSameText(): boolean {
    return true;
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const { translator, made } = this.prepare(request);
    const segments = await Promise.all(request.segments.map(translator.translate));
    return { segments, ...made };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const [segment, ...more] = request.segments;
    if (segment === undefined || more.length > 0) throw new RangeError('A stream translates exactly one segment');
    const { translator, made } = this.prepare(request);
    return new TokenStream(translator.stream(segment), (confidence) => ({ confidence, ...made }));
  }

  async health(): Promise<InferenceHealth> {
    if (this.isClosed) return { ready: false, reason: 'The translation engine is closed' };
    if (this.offered.size > 0) return { ready: true };
    const reason =
      this.table.offered.length === 0
        ? `No Apertium language pairs in ${this.modesDir}. Install them with: ${installCommand}`
        : 'None of the language pairs that the settings ask for is installed';
    return { ready: false, reason };
  }

  /** Process ids of all running stages. */
  get pids(): readonly number[] {
    return this.pool.livePipelines.flatMap((pipeline) => pipeline.pids);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.close();
  }

  private prepare({ source, target, priority = 'interactive', organizationId, signal, onUse }: TranslationRequest): {
    translator: SegmentTranslator;
    made: MadeBy;
  } {
    signal?.throwIfAborted();
    if (this.isClosed) throw new ModelUnavailableError('The translation engine is closed');
    const { mode, stages } = this.pair(source, target);
    const pipeline = this.pool.get(mode, stages);
    const translator = apertiumTranslator(
      { source, target },
      { isRecursive: isRecursive(stages) },
      { run: (text) => pipeline.translate(text, { priority, organizationId }, signal) },
    );
    const engineVersion = this.packages.versionOf(mode);
    const made: MadeBy = {
      model: modelNameOf(mode),
      engines: [usedInside('apertium')],
      rulesVersion,
      ...(engineVersion === undefined ? {} : { engineVersion }),
    };
    onUse?.(made);
    return { translator, made };
  }

  private pair(source: LanguageCode, target: LanguageCode): InstalledPair {
    const pair = this.offered.get(pairKey({ source, target }));
    if (pair === undefined) throw new UnsupportedPairError(source, target);
    return pair;
  }
}

export const createApertiumEngine = (options: ApertiumOptions = {}): ApertiumEngine => new ApertiumEngine(options);
