import { TextGroups } from '../sentences/text-groups.js';
import { callFailure, infer, type ModelCalls, maxTogether } from './model-calls.js';
import { bytesIn, confidencesIn, newDecoder, type TextOptions, textInputs } from './model-tensors.js';
import type { TextAnswer, TextModel } from './text-model.js';
import { streamTokens } from './token-stream-call.js';
import type { TranslationModel } from './translation-model.js';

/** A model of Triton for one request. It rejects with ModelUnavailableError or the signal's reason. */
export class TritonModel implements TextModel {
  readonly marksUp: boolean;
  readonly stream: TextModel['stream'];
  private readonly groups: TextGroups<TextAnswer>;

  constructor(
    private readonly calls: ModelCalls,
    private readonly model: TranslationModel,
    private readonly options: TextOptions,
    private readonly signal: AbortSignal,
  ) {
    const { streamModel } = model;
    this.marksUp = model.marksUp;
    this.stream = streamModel === undefined ? undefined : (text) => this.streamBy(streamModel, text);
    this.groups = new TextGroups(Math.min(maxTogether, model.maxBatchSize), (texts, answered) =>
      this.ask(texts, answered),
    );
  }

  translate(text: string): Promise<TextAnswer> {
    return this.groups.add(text);
  }

  private async ask(texts: readonly string[], answered: (answer: TextAnswer) => void): Promise<void> {
    const { model, options, signal } = this;
    const request = {
      inputs: textInputs(texts, [texts.length, 1], model, options),
      outputs: ['TRANSLATION', 'CONFIDENCE'],
    };
    try {
      const response = await infer(this.calls, model, request, { ...options, signal });
      const confidences = confidencesIn(response, texts.length);
      const translations = bytesIn(response, 'TRANSLATION', texts.length).map((bytes) => newDecoder().decode(bytes));
      translations.forEach((text, index) => {
        answered({ text, confidence: confidences[index] ?? Number.NaN });
      });
    } catch (error) {
      throw callFailure(model.name, error, signal);
    }
  }

  private async *streamBy(streamModel: string, text: string): AsyncGenerator<string, number, undefined> {
    const { model, options, signal } = this;
    try {
      return yield* streamTokens(this.calls, streamModel, text, { model, options, signal });
    } catch (error) {
      throw callFailure(streamModel, error, signal);
    }
  }
}
