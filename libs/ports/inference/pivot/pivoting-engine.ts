import { joinedProvenance, type Provenance } from '#libs/domain/provenance.js';
import type { SegmentPart } from '#libs/text/segments/segment.js';
import { UnsupportedPairError } from '../inference.errors.js';
import type {
  EngineModel,
  InferenceEngine,
  InferenceHealth,
  LanguageCode,
  LanguageFeatures,
  LanguagePair,
  Quality,
  TokenStreamResult,
  TranslatedSegment,
  TranslationRequest,
  TranslationResult,
} from '../inference.port.js';
import { provenanceOf } from '../provenance-of.js';
import { RouteTable } from './route-table.js';

type Leg = Pick<LanguagePair, 'source' | 'target'>;

const legsOf = (route: readonly LanguageCode[]): Leg[] =>
  route.slice(1).map((target, at) => ({ source: route[at] ?? '', target }));

const joined = (models: readonly string[]): string => models.join('+');

/** Multiplies the confidences of two legs, as every leg loses some of the confidence of the one before it. */
const withConfidenceOf = (last: readonly TranslatedSegment[], before: readonly number[]): TranslatedSegment[] =>
  last.map(({ parts, confidence }, at) => ({ parts, confidence: confidence * (before[at] ?? 1) }));

/** A term without the words that it stood for, which are of the language before. */
const inPivotLanguage = (part: SegmentPart): SegmentPart =>
  part.kind === 'keep' && part.source !== undefined ? { kind: 'keep', text: part.text } : part;

/** The request up to some leg, and the results of the legs before it. */
interface Way {
  segments: TranslationRequest['segments'];
  confidences: readonly number[];
  models: readonly string[];
  provenance: readonly Provenance[];
}

/**
 * Translates through one or two other languages where the engine beneath has no direct pair. Tags and kept spans
 * pass all legs.
 */
class PivotingEngine implements InferenceEngine {
  private table = new RouteTable([]);

  constructor(private readonly engine: InferenceEngine) {}

  async pairs(): Promise<readonly LanguagePair[]> {
    return (await this.routes()).pairs;
  }

  unnamedPairs(): string | undefined {
    return this.engine.unnamedPairs?.();
  }

  languages(): Promise<readonly LanguageFeatures[]> {
    return this.engine.languages();
  }

  modelName(pair: LanguagePair, quality: Quality): string {
    const route = this.table.routeOf(pair.source, pair.target);
    if (route === undefined) return this.engine.modelName(pair, quality);
    return joined(legsOf(route).map((leg) => this.engine.modelName(leg, quality)));
  }

  modelHashes(pair: LanguagePair, quality: Quality): readonly string[] {
    const route = this.table.routeOf(pair.source, pair.target);
    if (route === undefined) return this.engine.modelHashes(pair, quality);
    return [...new Set(legsOf(route).flatMap((leg) => this.engine.modelHashes(leg, quality)))];
  }

  models(): Promise<readonly EngineModel[]> {
    return this.engine.models();
  }

  /** Only the last leg is streamed. */
  streamsSameText(pair: LanguagePair, quality: Quality): boolean {
    const route = this.table.routeOf(pair.source, pair.target);
    return this.engine.streamsSameText(route === undefined ? pair : (legsOf(route).at(-1) ?? pair), quality);
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const route = (await this.routes()).routeOf(request.source, request.target);
    if (route === undefined) return this.engine.translate(request);
    const legs = legsOf(route);
    const { last, before } = await this.untilLast(request, legs);
    const result = await onLeg(request, this.engine.translate(last));
    return {
      segments: withConfidenceOf(result.segments, before.confidences),
      model: joined([...before.models, result.model]),
      ...joinedProvenance([...before.provenance, provenanceOf(result)]),
      route,
    };
  }

  async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const route = (await this.routes()).routeOf(request.source, request.target);
    if (route === undefined) return this.engine.translateStream(request);
    const { last, before } = await this.untilLast(request, legsOf(route));
    const { tokens, done } = await onLeg(request, this.engine.translateStream(last));
    const allDone = done.then((end) => ({
      confidence: end.confidence * (before.confidences[0] ?? 1),
      model: joined([...before.models, end.model]),
      ...joinedProvenance([...before.provenance, provenanceOf(end)]),
      route,
      ...(end.isOtherText && { isOtherText: true }),
    }));
    // The reader of the tokens sees the error there; `done` may be left alone.
    allDone.catch(() => undefined);
    return { tokens, done: allDone };
  }

  health(): Promise<InferenceHealth> {
    return this.engine.health();
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  /** Runs all legs but the last, one after another, and returns the request of the last. */
  private async untilLast(
    request: TranslationRequest,
    legs: readonly Leg[],
  ): Promise<{ last: TranslationRequest; before: Way }> {
    let way: Way = {
      segments: request.segments,
      confidences: request.segments.map(() => 1),
      models: [],
      provenance: [],
    };
    for (const leg of legs.slice(0, -1)) {
      const result = await onLeg(
        request,
        this.engine.translate({ ...request, source: leg.source, target: leg.target, segments: way.segments }),
      );
      way = {
        segments: result.segments.map(({ parts }) => parts.map(inPivotLanguage)),
        confidences: withConfidenceOf(result.segments, way.confidences).map(({ confidence }) => confidence),
        models: [...way.models, result.model],
        provenance: [...way.provenance, provenanceOf(result)],
      };
    }
    const last = legs.at(-1);
    if (last === undefined) throw new Error('A route has two languages at least');
    return {
      last: { ...request, source: last.source, target: last.target, segments: way.segments },
      before: way,
    };
  }

  /** Returns the routes between the engine's pairs; they are rebuilt only when the pairs have changed. */
  private async routes(): Promise<RouteTable> {
    const direct = await this.engine.pairs();
    if (!this.table.isOf(direct)) this.table = new RouteTable(direct);
    return this.table;
  }
}

/** Reports a leg that is no longer available as an unsupported pair of the request. */
const onLeg = async <T>({ source, target }: Leg, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof UnsupportedPairError ? new UnsupportedPairError(source, target) : error;
  }
};

/** Adds pivoting to an engine and takes it over: closing this closes it. */
export const createPivotingEngine = (engine: InferenceEngine): InferenceEngine => new PivotingEngine(engine);
