import { pause } from '#libs/platform/async/pause.js';
import { SingleFlight } from '#libs/platform/async/single-flight.js';
import { untilAborted } from '#libs/platform/async/until-aborted.js';
import { ModelBusyError, ModelUnavailableError } from '../inference.errors.js';
import type { InferenceHealth } from '../inference.port.js';
import type { InferenceAddress } from './inference-address.js';
import { InferenceNode, NodeLostError } from './inference-node.js';
import {
  errorOf,
  type Line,
  ModelMissingError,
  maxPieces,
  maxSentenceLength,
  maxSentences,
  paths,
  type TranslateBody,
} from './inference-protocol.js';
import {
  InferenceAwayError,
  type MarianModel,
  type MarianModels,
  noModelReason,
  type SentenceOptions,
  type SentenceToken,
  SentenceTooLongError,
  type SentenceTranslation,
} from './marian-models.js';

/** UTF-16 units of a request's sentences, and requests of one call that are under way: the others wait here. */
const maxRequestLength = 2_000;
const maxRequests = 3;
/** Milliseconds that a list of models is used for. */
const listForMs = 2_000;
const listWithinMs = 2_000;
/** Milliseconds that a request waits while a process comes back. */
const waitMs = 5_000;
const lookAgainMs = 100;

interface KnownNode {
  node: InferenceNode;
  /** The models that it named last. */
  models: readonly MarianModel[];
  /** Why it did not answer when it was last asked for them; undefined where it did. */
  fault: string | undefined;
  /** Number of the request that it was given last. */
  turn: number;
}

/** Work that one process cannot take, and another may. */
class AskElsewhereError extends Error {}

/** The outcome so far of a piece of work that may be asked again. */
class Tries {
  /** The processes that are full, or do not have its model. */
  readonly refused = new Set<KnownNode>();
  private isLost = false;

  /** Returns where the work is to be asked again: what was under way when a process died, once. @throws its error */
  failed(error: unknown): void {
    if (error instanceof AskElsewhereError) return;
    if (!(error instanceof NodeLostError)) throw error;
    if (this.isLost) throw new ModelUnavailableError('The inference process went away twice');
    this.isLost = true;
  }
}

/** A part of the sentences of a call, with their places. */
type Part = { index: number; sentence: string }[];

const partsOf = (sentences: readonly string[]): Part[] => {
  const parts: Part[] = [];
  let length = 0;
  for (const [index, sentence] of sentences.entries()) {
    const last = parts.at(-1);
    length += sentence.length;
    if (last === undefined || last.length === maxSentences || length > maxRequestLength) {
      parts.push([{ index, sentence }]);
      length = sentence.length;
    } else last.push({ index, sentence });
  }
  return parts;
};

const assertLength = (sentence: string): void => {
  if (sentence.length > maxSentenceLength) throw new SentenceTooLongError(maxPieces);
};

const never = new AbortController().signal;

/** The models of one inference process, or of several: a sentence goes to the one of those that have its model with the least under way. */
export class InferenceClient implements MarianModels {
  private readonly nodes: readonly KnownNode[];
  private readonly closing = new AbortController();
  private listedAt = Number.NEGATIVE_INFINITY;
  private turns = 0;
  private readonly looking = new SingleFlight(() => this.look());

  constructor(addresses: readonly InferenceAddress[]) {
    this.nodes = addresses.map((address) => ({
      node: new InferenceNode(address),
      models: [],
      fault: 'The inference process was not asked yet',
      turn: 0,
    }));
  }

  /** @throws InferenceAwayError where no process has answered within five seconds */
  async list(): Promise<readonly MarianModel[]> {
    const since = performance.now();
    for (;;) {
      const isFresh = this.isReached && performance.now() - this.listedAt < listForMs;
      if (!isFresh) await this.looking.run();
      if (this.isReached) return this.models();
      if (performance.now() - since > waitMs) throw new InferenceAwayError(this.fault);
      await this.pause();
    }
  }

  async translate(sentences: readonly string[], options: SentenceOptions): Promise<SentenceTranslation[]> {
    for (const sentence of sentences) assertLength(sentence);
    const failed = new AbortController();
    const signal = AbortSignal.any([options.signal ?? never, failed.signal, this.closing.signal]);
    signal.throwIfAborted();
    const translations: SentenceTranslation[] = [];
    const parts = partsOf(sentences).values();
    const work = async () => {
      for (const part of parts) await this.translatePart(part, options, signal, translations);
    };
    try {
      await Promise.all(Array.from({ length: maxRequests }, work));
    } catch (error) {
      // The other parts end with the one that failed.
      failed.abort(error);
      throw error;
    }
    return translations;
  }

  async *stream(
    sentence: string,
    options: SentenceOptions,
  ): AsyncGenerator<SentenceToken, SentenceTranslation, undefined> {
    assertLength(sentence);
    const signal = AbortSignal.any([options.signal ?? never, this.closing.signal]);
    signal.throwIfAborted();
    let given = 0;
    const tries = new Tries();
    for (;;) {
      // The answer is the same each time: what was given already is passed over.
      let passed = 0;
      try {
        for await (const line of this.ask(paths.stream, [sentence], options, signal, tries)) {
          if ('translation' in line && line.index === 0) return line.translation;
          if (!('token' in line)) continue;
          passed += 1;
          if (passed <= given) continue;
          given = passed;
          yield line.token;
        }
        throw new NodeLostError('The answer has no end');
      } catch (error) {
        tries.failed(error);
      }
    }
  }

  async health(): Promise<InferenceHealth> {
    await this.looking.run();
    if (!this.isReached) return { ready: false, reason: `${this.fault}.` };
    if (this.models().length > 0) return { ready: true };
    return { ready: false, reason: noModelReason };
  }

  async close(): Promise<void> {
    this.closing.abort(new ModelUnavailableError('The client of the inference process was closed'));
    for (const { node } of this.nodes) node.close();
  }

  private async translatePart(
    part: Part,
    options: SentenceOptions,
    signal: AbortSignal,
    translations: SentenceTranslation[],
  ): Promise<void> {
    let left = part;
    const tries = new Tries();
    while (left.length > 0) {
      const asked = left;
      const sentences = asked.map(({ sentence }) => sentence);
      try {
        for await (const line of this.ask(paths.translate, sentences, options, signal, tries)) {
          const place = 'translation' in line ? asked[line.index] : undefined;
          if (place === undefined || !('translation' in line)) continue;
          translations[place.index] = line.translation;
          left = left.filter((one) => one !== place);
        }
        if (left.length > 0) throw new NodeLostError('The answer has no end');
      } catch (error) {
        tries.failed(error);
      }
    }
  }

  /** Asks a process that has the model; one that has lost it, or is full, is left for another. */
  private async *ask(
    path: string,
    sentences: readonly string[],
    { model, priority = 'interactive', organizationId }: SentenceOptions,
    signal: AbortSignal,
    tries: Tries,
  ): AsyncGenerator<Line, void, undefined> {
    const body: TranslateBody = { model, priority, sentences, ...(organizationId && { organizationId }) };
    const known = await untilAborted(this.nodeWith(model, tries.refused, signal), signal);
    for await (const line of known.node.ask(path, body, signal)) {
      if (!('error' in line)) {
        yield line;
        continue;
      }
      const error = errorOf(line.error);
      const isMissing = error instanceof ModelMissingError;
      if (!isMissing && !(error instanceof ModelBusyError)) throw error;
      if (isMissing) known.models = known.models.filter(({ sha256 }) => sha256 !== model);
      tries.refused.add(known);
      throw this.nodesWith(model, tries.refused).length > 0 ? new AskElsewhereError() : error;
    }
  }

  /** The processes with the model, those with the least under way first, of these the one that was left alone for longest. */
  private nodesWith(model: string, refused: ReadonlySet<KnownNode>): KnownNode[] {
    return this.nodes
      .filter((known) => !refused.has(known) && known.models.some(({ sha256 }) => sha256 === model))
      .sort((one, other) => one.node.inFlight - other.node.inFlight || one.turn - other.turn);
  }

  /** The process to ask, once it answers. @throws ModelUnavailableError, ModelMissingError */
  private async nodeWith(model: string, refused: ReadonlySet<KnownNode>, signal: AbortSignal): Promise<KnownNode> {
    const since = performance.now();
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const having = this.nodesWith(model, refused);
      for (const known of having) {
        this.turns += 1;
        known.turn = this.turns;
        try {
          await known.node.reach();
          return known;
        } catch (error) {
          if (!(error instanceof NodeLostError)) throw error;
        }
      }
      if (!isFirst) {
        if (having.length === 0 && this.nodes.every(({ fault }) => fault === undefined)) throw new ModelMissingError();
        if (performance.now() - since > waitMs) {
          throw this.isReached ? new ModelUnavailableError(this.fault) : new InferenceAwayError(this.fault);
        }
        await this.pause();
      }
      await this.looking.run();
    }
    throw signal.reason;
  }

  private get isReached(): boolean {
    return this.nodes.some(({ fault }) => fault === undefined);
  }

  /** Why none answers. */
  private get fault(): string {
    return this.nodes.find(({ fault }) => fault !== undefined)?.fault ?? 'The inference process does not answer';
  }

  private models(): MarianModel[] {
    const all = new Map<string, MarianModel>();
    for (const { models } of this.nodes)
      for (const model of models) if (!all.has(model.sha256)) all.set(model.sha256, model);
    return [...all.values()];
  }

  /** Asks each process for its models; one that does not answer keeps those that it named last. */
  private async look(): Promise<void> {
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(listWithinMs)]);
    await Promise.all(
      this.nodes.map(async (known) => {
        try {
          for await (const line of known.node.ask(paths.models, undefined, signal))
            if ('models' in line) known.models = line.models;
          known.fault = undefined;
        } catch (error) {
          known.fault = error instanceof NodeLostError ? error.message : 'The inference process does not answer';
        }
      }),
    );
    this.closing.signal.throwIfAborted();
    this.listedAt = performance.now();
  }

  private async pause(): Promise<void> {
    await pause(lookAgainMs, this.closing.signal);
    this.closing.signal.throwIfAborted();
  }
}
