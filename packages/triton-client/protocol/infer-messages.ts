// The messages of inference as they are given to and come from protobuf, int64 as decimal strings.

export interface ParameterMessage {
  bool_param?: boolean;
  int64_param?: string;
  string_param?: string;
  double_param?: number;
  uint64_param?: string;
}

export type ParametersMessage = Record<string, ParameterMessage>;

export interface TensorContentsMessage {
  bool_contents: boolean[];
  int_contents: number[];
  int64_contents: string[];
  uint_contents: number[];
  uint64_contents: string[];
  fp32_contents: number[];
  fp64_contents: number[];
  bytes_contents: Buffer[];
}

export interface ModelInferRequestMessage {
  model_name: string;
  model_version: string;
  id: string;
  parameters: ParametersMessage;
  inputs: { name: string; datatype: string; shape: readonly number[]; parameters: ParametersMessage }[];
  outputs: { name: string; parameters: ParametersMessage }[];
  raw_input_contents: Uint8Array[];
}

export interface OutputTensorMessage {
  name: string;
  datatype: string;
  shape: string[];
  parameters: ParametersMessage;
  contents: TensorContentsMessage | null;
}

export interface ModelInferResponseMessage {
  model_name: string;
  model_version: string;
  id: string;
  parameters: ParametersMessage;
  outputs: OutputTensorMessage[];
  raw_output_contents: Buffer[];
}

export interface ModelStreamInferResponseMessage {
  error_message: string;
  infer_response: ModelInferResponseMessage | null;
}
