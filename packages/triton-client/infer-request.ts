import { type InferParameters, parameterMessage, parameterMessages } from './infer-parameters.js';
import type { ModelInferRequestMessage, ParametersMessage } from './protocol/infer-messages.js';
import { type DataType, elementWidths, isDataType, type TensorInput } from './tensors/data-type.js';
import { encodeTensor } from './tensors/encode-tensor.js';
import { elementCount } from './tensors/shape.js';
import { invalidArgument } from './triton-error.js';

interface NamedTensor<D extends DataType> {
  name: string;
  datatype: D;
  /** Dimensions, the batch dimension included where the model has one. */
  shape: readonly number[];
  parameters?: InferParameters;
}

export type InferInput = {
  [D in DataType]: NamedTensor<D> & ({ data: TensorInput[D]; raw?: never } | { raw: Uint8Array; data?: never });
}[DataType];

export interface RequestedOutput {
  name: string;
  /** Number of best classes to return, as BYTES `score:index` or `score:index:label`. */
  classCount?: number;
  parameters?: InferParameters;
}

export interface InferSequence {
  id: number | bigint | string;
  start?: boolean;
  end?: boolean;
}

export interface InferRequest {
  model: string;
  /** Version of the model; the newest that its version policy serves, when omitted. */
  version?: string;
  /** Identifier that comes back in the response. */
  id?: string;
  inputs: readonly InferInput[];
  /** Outputs to return; all when omitted. */
  outputs?: readonly (string | RequestedOutput)[];
  /** Parameters for the model; names that the protocol reserves are rejected. */
  parameters?: InferParameters;
  sequence?: InferSequence;
  /** Priority for the dynamic batcher: 1 is the highest; 0 or omitted is the model's default. */
  priority?: number | bigint;
  /** Microseconds that the request may wait in the model's queue; the rest of the deadline when omitted. */
  queueTimeoutMicros?: number;
}

const reserved = new Set([
  'sequence_id',
  'sequence_start',
  'sequence_end',
  'priority',
  'timeout',
  'headers',
  'binary_data_output',
]);

const checkParameterNames = (parameters: InferParameters = {}): void => {
  const name = Object.keys(parameters).find((each) => reserved.has(each) || each.startsWith('triton_'));
  if (name !== undefined)
    throw invalidArgument(`Parameter ${name} is reserved: it has a field of its own, or is Triton's`);
};

const checkedCount = ({ name, datatype, shape }: InferInput): number => {
  if (!isDataType(datatype)) throw invalidArgument(`Input ${name} has an unknown data type`);
  const count = elementCount(shape);
  if (count === undefined) throw invalidArgument(`Input ${name} has no valid shape: [${shape.join(', ')}]`);
  return count;
};

// The union is split here: `datatype` and `data` belong together, and a call with both at once would lose that.
const encoded = (input: InferInput): Uint8Array => {
  if (input.data === undefined) return input.raw;
  const { datatype, data } = input as { [D in DataType]: { datatype: D; data: TensorInput[D] } }['BYTES'];
  return encodeTensor(datatype, data);
};

const encodedInput = (input: InferInput): Uint8Array => {
  const count = checkedCount(input);
  if (input.data !== undefined && input.data.length !== count) {
    throw invalidArgument(
      `Input ${input.name} has ${input.data.length} elements, its shape [${input.shape.join(', ')}] ${count}`,
    );
  }
  const width = elementWidths[input.datatype];
  if (input.raw !== undefined && width !== undefined && input.raw.byteLength !== width * count) {
    throw invalidArgument(`Input ${input.name} has ${input.raw.byteLength} raw bytes, its shape ${width * count}`);
  }
  return encoded(input);
};

const outputMessage = (output: string | RequestedOutput): { name: string; parameters: ParametersMessage } => {
  if (typeof output === 'string') return { name: output, parameters: {} };
  const parameters = parameterMessages(output.parameters);
  if (output.classCount !== undefined) parameters.classification = { int64_param: String(output.classCount) };
  return { name: output.name, parameters };
};

const sequenceMessages = ({ id, start = false, end = false }: InferSequence): ParametersMessage => ({
  sequence_id: parameterMessage('sequence_id', id),
  sequence_start: { bool_param: start },
  sequence_end: { bool_param: end },
});

const schedulingMessages = ({ sequence, priority, queueTimeoutMicros }: InferRequest): ParametersMessage => ({
  ...(sequence === undefined ? {} : sequenceMessages(sequence)),
  ...(priority === undefined ? {} : { priority: { uint64_param: String(priority) } }),
  ...(queueTimeoutMicros === undefined ? {} : { timeout: { int64_param: String(queueTimeoutMicros) } }),
});

/** Checks and encodes a request. Rejects with `invalid-argument` before anything is sent. */
export const inferRequestMessage = (request: InferRequest): ModelInferRequestMessage => {
  if (request.model === '') throw invalidArgument('The request names no model');
  checkParameterNames(request.parameters);
  return {
    model_name: request.model,
    model_version: request.version ?? '',
    id: request.id ?? '',
    parameters: { ...parameterMessages(request.parameters), ...schedulingMessages(request) },
    raw_input_contents: request.inputs.map(encodedInput),
    inputs: request.inputs.map(({ name, datatype, shape, parameters }) => ({
      name,
      datatype,
      shape,
      parameters: parameterMessages(parameters),
    })),
    outputs: (request.outputs ?? []).map(outputMessage),
  };
};
