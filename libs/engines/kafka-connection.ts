import { readFileSync } from 'node:fs';
import type { Settings } from '#libs/platform/config/settings.js';
import type { KafkaConnection } from '#libs/ports/message-bus/kafka/kafka-connection.js';

/** Connection settings of the brokers; undefined when none are set. */
export const kafkaConnection = (settings: Settings): KafkaConnection | undefined => {
  if (settings.KAFKA_BROKERS.length === 0) return undefined;
  const {
    TRANSLEDGER_KAFKA_SASL_MECHANISM: mechanism,
    TRANSLEDGER_KAFKA_USERNAME: username = '',
    TRANSLEDGER_KAFKA_PASSWORD: password = '',
    TRANSLEDGER_KAFKA_CA_FILE: caFile,
  } = settings;
  return {
    brokers: settings.KAFKA_BROKERS,
    topicPrefix: settings.TRANSLEDGER_KAFKA_TOPIC_PREFIX,
    ssl: settings.TRANSLEDGER_KAFKA_TLS && (caFile === undefined ? true : { ca: readFileSync(caFile, 'utf8') }),
    ...(mechanism === undefined ? {} : { sasl: { mechanism, username, password } }),
  };
};
