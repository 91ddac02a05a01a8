import { type AnsweredParameters, parametersOf } from './infer-parameters.js';
import type { ModelInferResponseMessage, OutputTensorMessage } from './protocol/infer-messages.js';
import { type DataType, isDataType, type TensorOutput } from './tensors/data-type.js';
import { decodeTensor } from './tensors/decode-tensor.js';
import { elementCount } from './tensors/shape.js';
import { tensorOfContents } from './tensors/typed-contents.js';
import { malformedResponse } from './triton-error.js';

export type InferOutput = {
  [D in DataType]: {
    name: string;
    datatype: D;
    shape: number[];
    parameters: AnsweredParameters;
    data: TensorOutput[D];
  };
}[DataType];

export interface InferResponse {
  model: string;
  version: string;
  /** Identifier of the request. */
  id: string;
  parameters: AnsweredParameters;
  outputs: InferOutput[];
  /** URL of the host that responded. */
  host: string;
  /** Whether it is the last of its request: `triton_final_response`. True for every unary response. */
  isFinal: boolean;
}

const outputOf = (message: OutputTensorMessage, raw: Buffer | undefined): InferOutput => {
  const { name, datatype, parameters, contents } = message;
  const shape = message.shape.map(Number);
  const count = elementCount(shape);
  if (!isDataType(datatype) || count === undefined) {
    throw malformedResponse(`Output ${name} has no valid data type or shape`);
  }
  if (raw === undefined && contents === null && count > 0) throw malformedResponse(`Output ${name} has no contents`);
  const data =
    raw === undefined && contents !== null
      ? tensorOfContents(datatype, contents, count)
      : decodeTensor(datatype, raw ?? Buffer.alloc(0), count);
  return { name, datatype, shape, parameters: parametersOf(parameters), data } as InferOutput;
};

/** Reads a response, raw or typed. Rejects with `malformed-response`. */
export const inferResponseOf = (message: ModelInferResponseMessage, host: string, isUnary: boolean): InferResponse => {
  const parameters = parametersOf(message.parameters);
  const raw = message.raw_output_contents;
  if (raw.length > 0 && raw.length !== message.outputs.length) {
    throw malformedResponse(`The answer has ${raw.length} raw contents for ${message.outputs.length} outputs`);
  }
  return {
    model: message.model_name,
    version: message.model_version,
    id: message.id,
    parameters,
    outputs: message.outputs.map((output, index) => outputOf(output, raw[index])),
    host,
    isFinal: isUnary || parameters.triton_final_response === true,
  };
};

/** Returns the output of this name and type. Rejects with `malformed-response` when the response has none such. */
export const outputNamed = <D extends DataType>(
  response: InferResponse,
  name: string,
  datatype: D,
): Extract<InferOutput, { datatype: D }> => {
  const isWanted = (output: InferOutput): output is Extract<InferOutput, { datatype: D }> =>
    output.name === name && output.datatype === datatype;
  const output = response.outputs.find(isWanted);
  if (output === undefined) throw malformedResponse(`The answer has no ${datatype} output ${name}`);
  return output;
};

/** Returns the strings of a BYTES output. */
export const stringsOf = (response: InferResponse, name: string): string[] =>
  outputNamed(response, name, 'BYTES').data.map((element) => element.toString('utf8'));
