// The messages other than inference, in the protocol's spelling; int64 as numbers.

export interface ServerMetadata {
  name: string;
  version: string;
  extensions: string[];
}

export interface TensorMetadata {
  name: string;
  datatype: string;
  /** Dimensions; -1 for one of any size. */
  shape: number[];
}

export interface ModelMetadata {
  name: string;
  versions: string[];
  platform: string;
  inputs: TensorMetadata[];
  outputs: TensorMetadata[];
}

export interface StatisticDuration {
  count: number;
  /** Nanoseconds, all together. */
  ns: number;
}

type Durations<K extends string> = Record<K, StatisticDuration | null>;

export interface ModelStatistics {
  name: string;
  version: string;
  /** Milliseconds since 1970; 0 for never. */
  last_inference: number;
  /** Requests times their batch size. */
  inference_count: number;
  /** Executions of the model: a batch is one. */
  execution_count: number;
  inference_stats: Durations<
    'success' | 'fail' | 'queue' | 'compute_input' | 'compute_infer' | 'compute_output' | 'cache_hit' | 'cache_miss'
  > | null;
  batch_stats: ({ batch_size: number } & Durations<'compute_input' | 'compute_infer' | 'compute_output'>)[];
  memory_usage: { type: string; id: number; byte_size: number }[];
  /** Statistics of decoupled models, by the number of the response. */
  response_stats: Record<
    string,
    Durations<'compute_infer' | 'compute_output' | 'success' | 'fail' | 'empty_response' | 'cancel'>
  >;
}

export interface ModelIndex {
  name: string;
  version: string;
  /** `READY`, `UNAVAILABLE`, `LOADING`, `UNLOADING`; empty when it was never loaded. */
  state: string;
  /** Reason why the model is unavailable. */
  reason: string;
}

export interface RepositoryParameterMessage {
  bool_param?: boolean;
  string_param?: string;
  bytes_param?: Uint8Array;
}

export interface LogSettingMessage {
  bool_param?: boolean;
  uint32_param?: number;
  string_param?: string;
}

export interface Named {
  name: string;
  version?: string;
}
