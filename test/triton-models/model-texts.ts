import type { TritonClient } from '@transledger/triton-client';
import type { InferInput, InferRequest } from '@transledger/triton-client/infer-request';
import { type InferResponse, outputNamed, stringsOf } from '@transledger/triton-client/infer-response';

export interface Answer {
  text: string;
  confidence: number;
}

export interface ModelTexts {
  /** Translates all texts in one request. */
  translate(source: string, target: string, ...texts: (string | Uint8Array)[]): Promise<Answer[]>;
  /** The translation of one text, without its confidence. */
  text(source: string, target: string, text: string): Promise<string>;
  /** The request for the decoupled model, which has no batch dimension. */
  streamRequest(source: string, target: string, text: string): InferRequest;
  stream(source: string, target: string, text: string): Promise<{ tokens: string[]; confidence: number }>;
}

const bytesInput = (name: string, shape: number[], data: (string | Uint8Array)[]): InferInput => ({
  name,
  datatype: 'BYTES',
  shape,
  data,
});

const confidencesOf = (response: InferResponse): number[] => [...outputNamed(response, 'CONFIDENCE', 'FP32').data];

/** `more` are inputs that each text has, such as its formality. */
export const modelTexts = (
  client: TritonClient,
  model: string,
  more: Readonly<Record<string, string>> = {},
): ModelTexts => {
  const inputs = (shape: number[], source: string, target: string, texts: (string | Uint8Array)[]): InferInput[] => [
    bytesInput('TEXT', shape, texts),
    ...Object.entries({ SOURCE: source, TARGET: target, ...more }).map(([name, value]) =>
      bytesInput(
        name,
        shape,
        Array.from(texts, () => value),
      ),
    ),
  ];
  const translate: ModelTexts['translate'] = async (source, target, ...texts) => {
    const response = await client.infer({ model, inputs: inputs([texts.length, 1], source, target, texts) });
    const confidences = confidencesOf(response);
    return stringsOf(response, 'TRANSLATION').map((text, index) => ({
      text,
      confidence: confidences[index] ?? Number.NaN,
    }));
  };
  const streamRequest: ModelTexts['streamRequest'] = (source, target, text) => ({
    model: `${model}_stream`,
    inputs: inputs([1], source, target, [text]),
  });
  return {
    translate,
    text: async (source, target, text) => (await translate(source, target, text))[0]?.text ?? '',
    streamRequest,
    stream: async (source, target, text) => {
      const responses: InferResponse[] = [];
      for await (const response of client.streamInfer(streamRequest(source, target, text))) {
        if (response.outputs.length > 0) responses.push(response);
      }
      const last = responses.at(-1);
      const tokens = responses.flatMap((response) => stringsOf(response, 'TOKEN'));
      return { tokens, confidence: last === undefined ? Number.NaN : (confidencesOf(last)[0] ?? Number.NaN) };
    },
  };
};
