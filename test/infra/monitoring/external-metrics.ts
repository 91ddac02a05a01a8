/** Metrics of Triton 2.51, on every machine. */
export const tritonMetrics: readonly string[] = [
  'nv_inference_request_success',
  'nv_inference_request_failure',
  'nv_inference_count',
  'nv_inference_exec_count',
  'nv_inference_queue_duration_us',
  'nv_inference_compute_infer_duration_us',
  'nv_inference_pending_request_count',
];

/** Metrics of Triton on a machine with a GPU. */
const gpuMetrics: readonly string[] = ['nv_gpu_utilization', 'nv_gpu_memory_used_bytes', 'nv_gpu_memory_total_bytes'];

/** Metrics of the Kafka exporter (danielqsj/kafka_exporter 1.9), which is not ours and optional. */
const kafkaExporterMetrics: readonly string[] = [
  'kafka_brokers',
  'kafka_topic_partition_current_offset',
  'kafka_topic_partition_under_replicated_partition',
];

/** Metrics of Prometheus itself. */
const prometheusMetrics: readonly string[] = ['up', 'ALERTS'];

/** Metrics that dashboards and alerts use and that are not ours. */
export const externalMetrics: readonly string[] = [
  ...tritonMetrics,
  ...gpuMetrics,
  ...kafkaExporterMetrics,
  ...prometheusMetrics,
];

/** Metrics of ours that exist only where Kafka is the message bus. */
export const kafkaOnly = /^transledger_kafka_relay_/;

/** Metrics of ours that exist only where a model is installed. */
export const modelsOnly = /^transledger_models_/;
