/**
 * The configuration of a model, spelt as in config.pbtxt. Scalars that are not set have their default, messages that
 * are not set are null or missing.
 */
export interface ModelConfig {
  name: string;
  platform: string;
  backend: string;
  runtime: string;
  version_policy: VersionPolicy | null;
  max_batch_size: number;
  input: ModelInputConfig[];
  output: ModelOutputConfig[];
  batch_input: { kind: string; target_name: string[]; data_type: ConfigDataType; source_input: string[] }[];
  batch_output: { kind: string; target_name: string[]; source_input: string[] }[];
  optimization: Record<string, unknown> | null;
  /** At most one of the three ways of scheduling is there. */
  dynamic_batching?: DynamicBatching;
  sequence_batching?: Record<string, unknown>;
  ensemble_scheduling?: Ensemble;
  instance_group: InstanceGroup[];
  default_model_filename: string;
  cc_model_filenames: Record<string, string>;
  metric_tags: Record<string, string>;
  parameters: Record<string, { string_value: string }>;
  model_warmup: Record<string, unknown>[];
  model_operations: { op_library_filename: string[] } | null;
  model_transaction_policy: { decoupled: boolean } | null;
  model_repository_agents: { agents: { name: string; parameters: Record<string, string> }[] } | null;
  response_cache: { enable: boolean } | null;
  model_metrics: Record<string, unknown> | null;
}

export type ConfigDataType =
  | 'TYPE_INVALID'
  | 'TYPE_BOOL'
  | 'TYPE_UINT8'
  | 'TYPE_UINT16'
  | 'TYPE_UINT32'
  | 'TYPE_UINT64'
  | 'TYPE_INT8'
  | 'TYPE_INT16'
  | 'TYPE_INT32'
  | 'TYPE_INT64'
  | 'TYPE_FP16'
  | 'TYPE_BF16'
  | 'TYPE_FP32'
  | 'TYPE_FP64'
  | 'TYPE_STRING';

export interface ModelInputConfig {
  name: string;
  data_type: ConfigDataType;
  format: string;
  dims: number[];
  reshape: { shape: number[] } | null;
  is_shape_tensor: boolean;
  allow_ragged_batch: boolean;
  optional: boolean;
  is_non_linear_format_io: boolean;
}

export interface ModelOutputConfig {
  name: string;
  data_type: ConfigDataType;
  dims: number[];
  reshape: { shape: number[] } | null;
  label_filename: string;
  is_shape_tensor: boolean;
  is_non_linear_format_io: boolean;
}

export interface VersionPolicy {
  latest?: { num_versions: number };
  all?: Record<string, never>;
  specific?: { versions: number[] };
}

export interface QueuePolicy {
  timeout_action: 'REJECT' | 'DELAY';
  default_timeout_microseconds: number;
  allow_timeout_override: boolean;
  max_queue_size: number;
}

export interface DynamicBatching {
  preferred_batch_size: number[];
  max_queue_delay_microseconds: number;
  preserve_ordering: boolean;
  priority_levels: number;
  default_priority_level: number;
  default_queue_policy: QueuePolicy | null;
  /** Queue policies by priority level. */
  priority_queue_policy: Record<string, QueuePolicy>;
}

export interface Ensemble {
  step: {
    model_name: string;
    model_version: number;
    input_map: Record<string, string>;
    output_map: Record<string, string>;
    model_namespace: string;
  }[];
  max_inflight_requests: number;
}

export interface InstanceGroup {
  name: string;
  kind: 'KIND_AUTO' | 'KIND_GPU' | 'KIND_CPU' | 'KIND_MODEL';
  count: number;
  gpus: number[];
  rate_limiter: { resources: { name: string; global: boolean; count: number }[]; priority: number } | null;
  secondary_devices: { kind: string; device_id: number }[];
  profile: string[];
  passive: boolean;
  host_policy: string;
}

/** Decodes a key of a map: protobufjs keeps keys of uint64 as eight characters, a byte each. */
const keyOfHash = (hash: string): string =>
  /^.{8}$/s.test(hash)
    ? String(Array.from(hash).reduceRight((sum, byte) => sum * 256n + BigInt(byte.charCodeAt(0)), 0n))
    : hash;

export const withReadableKeys = (config: ModelConfig): ModelConfig => {
  const batching = config.dynamic_batching;
  if (batching === undefined) return config;
  const policies = Object.entries(batching.priority_queue_policy).map(([key, policy]) => [keyOfHash(key), policy]);
  return { ...config, dynamic_batching: { ...batching, priority_queue_policy: Object.fromEntries(policies) } };
};
