/** Of Triton 2.51, of all models. */
export const tritonMetrics: readonly string[] = [
  'nv_inference_request_success',
  'nv_inference_request_failure',
  'nv_inference_count',
  'nv_inference_exec_count',
  'nv_inference_queue_duration_us',
  'nv_inference_compute_infer_duration_us',
  'nv_inference_pending_request_count',
];

/** Of Triton on a machine with a GPU. */
const gpuMetrics: readonly string[] = ['nv_gpu_utilization', 'nv_gpu_memory_used_bytes', 'nv_gpu_memory_total_bytes'];

/** Of the Kafka exporter (danielqsj/kafka_exporter 1.9), which is not ours and need not be there. */
const kafkaExporterMetrics: readonly string[] = [
  'kafka_brokers',
  'kafka_topic_partition_current_offset',
  'kafka_topic_partition_under_replicated_partition',
];

/** Of Prometheus itself. */
const prometheusMetrics: readonly string[] = ['up', 'ALERTS'];

/** Metrics that dashboards and alerts use and that are not ours. */
export const externalMetrics: readonly string[] = [
  ...tritonMetrics,
  ...gpuMetrics,
  ...kafkaExporterMetrics,
  ...prometheusMetrics,
];

/** Ours, but only where Kafka is the message bus. */
export const kafkaOnly = /^transledger_kafka_relay_/;
