import { joinedProvenance, type Provenance } from '#libs/domain/provenance.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { Backlog } from '#libs/platform/async/backlog.js';
import type {
  InferenceEngine,
  LanguagePair,
  TokenStreamEnd,
  TranslationRequest,
} from '#libs/ports/inference/inference.port.js';
import { madeByNone, provenanceOf } from '#libs/ports/inference/provenance-of.js';
import { tokensOf } from '#libs/ports/inference/token-stream.js';
import { type AppliedTerm, TermTally } from '#libs/text/glossary/term-tally.js';
import { applyToText } from '#libs/text/glossary/text-terms.js';
import type { TextToTranslate } from '../text/translation/text-translation.js';
import { groupText, type PieceGroup, type PlacedPiece } from './text-groups.js';

/** Properties of a translation that are known after its last token. */
export interface TokensEnd {
  /** Mean confidence of the pieces, 0 to 1, weighted by their lengths. */
  confidence: number;
  /** Name of the model; names are joined with `+` when pieces came from several. */
  model: string;
  /** That of all pieces. */
  provenance: Provenance;
  route?: readonly string[];
  /** Terms of the glossary that were found. */
  terms?: readonly AppliedTerm[];
  /** Whether it is another text than `translateText` gives: it is not to be cached as such. */
  isOtherText?: boolean;
}

/** Number of groups that are translated while another is read. */
const ahead = 2;

/** Adds up the results of the engine's calls. */
class Tally {
  private weight = 0;
  private confidence = 0;
  private readonly models = new Set<string>();
  private readonly steps: Provenance[] = [madeByNone];
  private route: readonly string[] | undefined;
  private isOtherText = false;

  add(confidence: number, weight: number): void {
    this.weight += weight;
    this.confidence += confidence * weight;
  }

  from({ model, route, isOtherText = false, ...made }: Omit<TokenStreamEnd, 'confidence'>): void {
    this.models.add(model);
    this.route ??= route;
    this.isOtherText ||= isOtherText;
    this.steps.push(provenanceOf(made));
  }

  /** Names the model where there was nothing to translate. */
  without(model: string): void {
    this.models.add(model);
  }

  end(): TokensEnd {
    return {
      confidence: this.weight === 0 ? 1 : this.confidence / this.weight,
      model: [...this.models].join('+'),
      provenance: joinedProvenance(this.steps),
      ...(this.route === undefined ? {} : { route: this.route }),
      ...(this.isOtherText && { isOtherText: true }),
    };
  }
}

type Ask = (pieces: readonly PlacedPiece[]) => TranslationRequest;

async function* streamedTokens(
  engine: InferenceEngine,
  ask: Ask,
  piece: PlacedPiece,
  tally: Tally,
): AsyncGenerator<string, void, undefined> {
  const { tokens, done } = await engine.translateStream(ask([piece]));
  let { before } = piece;
  for await (const token of tokens) {
    if (token === '') continue;
    yield before + token;
    before = '';
  }
  if (before !== '') yield before;
  const end = await done;
  tally.add(end.confidence, piece.length);
  tally.from(end);
}

async function* wholeTokens(
  engine: InferenceEngine,
  ask: Ask,
  pieces: readonly PlacedPiece[],
  tally: Tally,
): AsyncGenerator<string, void, undefined> {
  const result = await engine.translate(ask(pieces));
  const rendered = pieces.map(({ before, render, length }, index) => {
    const segment = result.segments[index];
    if (segment === undefined) throw new Error('The engine answered fewer segments than it was given');
    tally.add(segment.confidence, length);
    return before + render(segment.parts);
  });
  tally.from(result);
  yield* tokensOf(rendered.join(''));
}

/**
 * Yields the translation that `translateText` gives, in tokens that are equal to it when joined. The next groups
 * are translated ahead, a bounded number of them; the first is not begun before it is read.
 * @throws as the engine does, also with the reason of the request's signal
 */
export async function* textTokens(
  engine: InferenceEngine,
  request: TextToTranslate,
  pair: LanguagePair,
): AsyncGenerator<string, TokensEnd, undefined> {
  const terms = new TermTally();
  const { groups, after } = groupText(request.text, (segment) =>
    request.glossary ? applyToText(request.glossary.matcher, segment, terms) : segment,
  );
  const leaving = new AbortController();
  const signal = anySignal([leaving.signal, ...(request.signal === undefined ? [] : [request.signal])]);
  const tally = new Tally();
  const ask: Ask = (pieces) => ({
    source: pair.source,
    target: pair.target,
    segments: pieces.map(({ segment }) => segment),
    domain: request.domain,
    ...(request.formality === undefined ? {} : { formality: request.formality }),
    quality: request.quality,
    priority: 'interactive',
    organizationId: request.organizationId,
    signal,
    ...(request.onUse === undefined ? {} : { onUse: request.onUse }),
  });
  const open = ({ pieces, streams }: PieceGroup): AsyncIterable<string> => {
    const [first] = pieces;
    return streams && first !== undefined
      ? streamedTokens(engine, ask, first, tally)
      : wholeTokens(engine, ask, pieces, tally);
  };
  if (groups.length === 0) tally.without(engine.modelName(pair, request.quality));
  const begun: AsyncIterable<string>[] = [];
  try {
    for (const [place, group] of groups.entries()) {
      const current = begun.shift() ?? open(group);
      for (let next = place + 1 + begun.length; begun.length < ahead; next += 1) {
        const following = groups[next];
        if (following === undefined) break;
        begun.push(new Backlog(open(following)));
      }
      yield* current;
    }
    if (after !== '') yield after;
    return { ...tally.end(), ...(terms.applied.length === 0 ? {} : { terms: terms.applied }) };
  } finally {
    leaving.abort();
  }
}
