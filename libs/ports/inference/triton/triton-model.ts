import type { TritonClient } from '@transledger/triton-client';
import type { InferRequest } from '@transledger/triton-client/infer-request';
import { ModelUnavailableError } from '../inference.errors.js';
import type { InFlight } from './in-flight.js';
import { bytesIn, confidencesIn, newDecoder, type TextOptions, textInputs } from './model-tensors.js';
import type { TextAnswer, TextModel } from './text-model.js';
import { streamTokens } from './token-stream-call.js';
import type { TranslationModel } from './translation-model.js';

export interface ModelCalls {
  client: TritonClient;
  inFlight: InFlight;
  /** Of one call, and of the wait for the next token of a stream. */
  timeoutMs: number;
}

/**
 * Texts that set out together travel together, this many at most. Measured with a model that does next to nothing, on
 * 2 cores: 1,400 to 3,200 texts/s and 190 µs of this process each when they travel alone, 24,000 and 15 µs by 16.
 * Not more, so that several servers and instances share a request, and Triton can fill its batches from several.
 */
const mostTogether = 16;

interface Waiting {
  text: string;
  resolve: (answer: TextAnswer) => void;
  reject: (error: unknown) => void;
}

/** A model of Triton as one request uses it. Rejects with ModelUnavailableError or the signal's reason. */
export class TritonModel implements TextModel {
  readonly marksUp: boolean;
  readonly stream: TextModel['stream'];
  private readonly answers = new Map<string, Promise<TextAnswer>>();
  private waiting: Waiting[] = [];

  constructor(
    private readonly calls: ModelCalls,
    private readonly model: TranslationModel,
    private readonly options: TextOptions,
    private readonly signal: AbortSignal,
  ) {
    const { streamModel } = model;
    this.marksUp = model.marksUp;
    this.stream = streamModel === undefined ? undefined : (text) => this.streamBy(streamModel, text);
  }

  /** A text that a request has several times (a table's cells) is translated once. */
  translate(text: string): Promise<TextAnswer> {
    const known = this.answers.get(text);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<TextAnswer>();
    this.answers.set(text, promise);
    if (this.waiting.length === 0) queueMicrotask(() => this.setOut());
    this.waiting.push({ text, resolve, reject });
    return promise;
  }

  private setOut(): void {
    const all = this.waiting;
    this.waiting = [];
    const size = Math.min(mostTogether, this.model.mostInBatch);
    for (let at = 0; at < all.length; at += size) void this.answer(all.slice(at, at + size));
  }

  private async answer(group: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.ask(group.map(({ text }) => text));
      answers.forEach((answer, index) => {
        group[index]?.resolve(answer);
      });
    } catch (error) {
      for (const { reject } of group) reject(this.failure(this.model.name, error));
    }
  }

  private async ask(texts: readonly string[]): Promise<TextAnswer[]> {
    const { client, inFlight, timeoutMs } = this.calls;
    const { priority = 'interactive' } = this.options;
    const request: InferRequest = {
      model: this.model.name,
      inputs: textInputs(texts, [texts.length, 1], this.model, this.options),
      outputs: ['TRANSLATION', 'CONFIDENCE'],
      // Triton refuses a level that the queue has not.
      ...(this.model.priorityLevels >= 2 ? { priority: priority === 'interactive' ? 1 : 2 } : {}),
    };
    const { signal } = this;
    const response = await inFlight.run(priority, signal, () =>
      client.infer(request, { deadlineMs: timeoutMs, signal }),
    );
    const confidences = confidencesIn(response, texts.length);
    return bytesIn(response, 'TRANSLATION', texts.length).map((bytes, index) => ({
      text: newDecoder().decode(bytes),
      confidence: confidences[index] ?? Number.NaN,
    }));
  }

  private async *streamBy(streamModel: string, text: string): AsyncGenerator<string, number, undefined> {
    const { client, timeoutMs } = this.calls;
    const { model, options, signal } = this;
    try {
      return yield* streamTokens(client, streamModel, text, { model, options, timeoutMs, signal });
    } catch (error) {
      throw this.failure(streamModel, error);
    }
  }

  private failure(model: string, error: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason;
    const why = error instanceof Error ? error.message : 'unknown error';
    return new ModelUnavailableError(`The translation model ${model} cannot be used at the moment: ${why}`, {
      cause: error,
    });
  }
}
