import type { ConnectionOptions } from 'node:tls';
import { type ISocketFactory, Kafka, type KafkaConfig, logLevel, type SASLOptions } from 'kafkajs';
import { silenceKafkaTimerWarning } from './timer-warning.js';

export interface KafkaSasl {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  password: string;
}

/** Connection to the brokers, and the names of our topics and groups on them. */
export interface KafkaConnection {
  /** `host:port` of some brokers; the others are learned from them. */
  brokers: readonly string[];
  /** Prefix of the names of topics and groups; `transledger.` when omitted. */
  topicPrefix?: string;
  /** Name shown in the brokers' logs and quotas. */
  clientId?: string;
  sasl?: KafkaSasl;
  ssl?: boolean | ConnectionOptions;
  /** Makes the connections, for networks (and tests) that need their own. */
  socketFactory?: ISocketFactory;
}

const connectWithinMs = 5_000;
const answerWithinMs = 15_000;

export const topicPrefixOf = ({ topicPrefix = 'transledger.' }: KafkaConnection): string => topicPrefix;

const saslOptions = ({ mechanism, username, password }: KafkaSasl): SASLOptions => {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
};

/** Configuration of kafkajs. Its own log is off: all that it logs also comes as rejections and events. */
export const kafkaConfig = (connection: KafkaConnection): KafkaConfig => {
  const { brokers, clientId = 'transledger', sasl, ssl, socketFactory } = connection;
  return {
    brokers: [...brokers],
    clientId,
    ssl: ssl ?? false,
    connectionTimeout: connectWithinMs,
    authenticationTimeout: connectWithinMs,
    requestTimeout: answerWithinMs,
    // Few and short retries: the caller tries again for ever, and can be stopped between two tries.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.NOTHING,
    ...(sasl === undefined ? {} : { sasl: saslOptions(sasl) }),
    ...(socketFactory === undefined ? {} : { socketFactory }),
  };
};

export const openKafka = (connection: KafkaConnection, changes: Partial<KafkaConfig> = {}): Kafka => {
  silenceKafkaTimerWarning();
  return new Kafka({ ...kafkaConfig(connection), ...changes });
};
