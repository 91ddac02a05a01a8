import { addressOf, duration, flag, integer, list, oneOf, text, url } from './parsers.js';
import { optional, setting } from './setting.js';

/** Addresses of the engines of a cluster; an engine without one is embedded. */
export const engineSettings = {
  DATABASE_URL: optional(
    url('postgresql', 'postgres'),
    'PostgreSQL server, or a pooler before it; an embedded server in the data folder when unset.',
  ),
  TRANSLEDGER_DATABASE_DIRECT_URL: optional(
    url('postgresql', 'postgres'),
    'The same database past the pooler, when DATABASE_URL leads to PgBouncer in transaction mode.',
  ),
  TRANSLEDGER_DATABASE_CONNECTIONS: setting(
    '12',
    integer(8, 1000),
    'Connections that one process of a role opens to PostgreSQL at most.',
  ),
  EVENTSTORE_URL: optional(
    addressOf('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'),
    'EventStoreDB or KurrentDB, with user, password and TLS options as its clients write them; PostgreSQL when unset.',
  ),
  TRANSLEDGER_EVENTSTORE_STREAM_PREFIX: setting(
    'transledger-',
    text,
    'What the names of our streams in EventStoreDB begin with.',
  ),
  TRANSLEDGER_EVENTSTORE_APPEND_TIMEOUT: setting(
    'PT10S',
    duration,
    'How long an append to EventStoreDB waits for its answer, all tries together, an ISO 8601 duration.',
  ),
  KAFKA_BROKERS: setting('', list(text), 'Kafka brokers, host:port,…; the event log is the message bus when empty.'),
  TRANSLEDGER_KAFKA_TOPIC_PREFIX: setting('transledger.', text, 'What the names of topics and groups begin with.'),
  TRANSLEDGER_KAFKA_TLS: setting('false', flag, 'Connects to the brokers over TLS.'),
  TRANSLEDGER_KAFKA_CA_FILE: optional(
    text,
    'Certificates that the brokers’ are checked against; the system’s when unset.',
  ),
  TRANSLEDGER_KAFKA_SASL_MECHANISM: optional(
    oneOf('plain', 'scram-sha-256', 'scram-sha-512'),
    'How to sign in to the brokers; not at all when unset.',
  ),
  TRANSLEDGER_KAFKA_USERNAME: optional(text, 'Name to sign in to the brokers with.'),
  TRANSLEDGER_KAFKA_PASSWORD: optional(text, 'Password to sign in to the brokers with.'),
  REDIS_URL: optional(
    url('redis', 'rediss'),
    'Redis for the job queue and for limits that all nodes share; PostgreSQL and memory when unset.',
  ),
  TRANSLEDGER_API_NODES: setting(
    '2',
    integer(1, 1000),
    'Number of API nodes: while Redis is away, each allows its share of every limit.',
  ),
  S3_BUCKET: optional(text, 'Bucket that keeps the documents; a folder in the data folder when unset.'),
  S3_ENDPOINT: optional(url('http', 'https'), 'S3 server, addressed with the bucket in the path; AWS when unset.'),
  TRANSLEDGER_S3_REGION: setting(
    'us-east-1',
    text,
    'Region of the bucket. Credentials come as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from the machine’s role.',
  ),
  TRITON_URLS: setting(
    '',
    list(url('grpc', 'grpcs')),
    'Triton servers, grpc://host:port or grpcs://… for TLS, separated by commas.',
  ),
  TRANSLEDGER_TRITON_CA_FILE: optional(
    text,
    'Certificates that Triton’s are checked against; the system’s when unset.',
  ),
  TRANSLEDGER_TRITON_CERTIFICATE_FILE: optional(text, 'Certificate that Triton asks of its clients.'),
  TRANSLEDGER_TRITON_KEY_FILE: optional(text, 'Key of that certificate.'),
  TRANSLEDGER_TRITON_REQUESTS_IN_FLIGHT: setting(
    '64',
    integer(1, 10_000),
    'Requests and streams that one process has on each Triton server at a time; the others wait up to 15 s.',
  ),
} as const;
