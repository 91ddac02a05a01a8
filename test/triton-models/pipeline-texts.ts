import type { TritonClient } from '@transledger/triton-client';
import type { InferInput, InferRequest } from '@transledger/triton-client/infer-request';
import { type InferResponse, outputNamed, stringsOf } from '@transledger/triton-client/infer-response';

export interface PipelineOutput {
  output: string;
  failed: boolean;
}

export interface PipelineTexts {
  /** Runs all texts in one request. */
  run(mode: string, ...texts: (string | Uint8Array)[]): Promise<PipelineOutput[]>;
  /** The request for the decoupled model, which has no batch dimension. */
  streamRequest(mode: string, ...texts: string[]): InferRequest;
  stream(mode: string, ...texts: string[]): Promise<PipelineOutput[]>;
}

const inputs = (mode: string, texts: (string | Uint8Array)[], ...shape: number[]): InferInput[] => [
  { name: 'TEXT', datatype: 'BYTES', shape, data: texts },
  { name: 'MODE', datatype: 'BYTES', shape, data: texts.map(() => mode) },
];

const outputsOf = (response: InferResponse): PipelineOutput[] => {
  const failed = outputNamed(response, 'FAILED', 'BOOL').data;
  return stringsOf(response, 'OUTPUT').map((output, index) => ({ output, failed: Boolean(failed[index]) }));
};

/** Calls the pipeline models of Apertium as they are, without the rules around them. */
export const pipelineTexts = (client: TritonClient): PipelineTexts => {
  const streamRequest: PipelineTexts['streamRequest'] = (mode, ...texts) => ({
    model: 'apertium_stream',
    inputs: inputs(mode, texts, texts.length),
  });
  return {
    run: async (mode, ...texts) =>
      outputsOf(await client.infer({ model: 'apertium', inputs: inputs(mode, texts, texts.length, 1) })),
    streamRequest,
    stream: async (mode, ...texts) => {
      const outputs: PipelineOutput[] = [];
      for await (const response of client.streamInfer(streamRequest(mode, ...texts))) {
        if (response.outputs.length > 0) outputs.push(...outputsOf(response));
      }
      return outputs;
    },
  };
};
